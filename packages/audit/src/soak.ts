import { formatTable, toRow } from '@partner-platform/dev/format-table'
import { readFlags } from './read-flags.ts'
import { batchSize, type SoakOptions, storeKinds } from './soak/soak-options.ts'

const usage = `Usage: npx pnpm@12 soak [--cycles N] [--seed N] [--from N] [--store KIND] [--burst N]
                          [--events N] [--scale N]

Repeatedly kills a sender under load with SIGKILL, and checks that nothing was lost or duplicated.
Does the same to a receiver, and checks that nothing it acknowledged was lost. Then sends a large
burst of events to one of a hundred endpoints, and a large number of events through a sender and a
receiver while an injected clock advances by months. Finally, runs all property tests with far more
random cases, and every conformance check against every faulty target. Exits with 1 on any problem.

  --cycles N   SIGKILL cycles for each app, in batches of ${batchSize}, each on its own store; default: 2000
  --seed N     repeats the random choices of an earlier run; default: a new seed, which is printed
  --from N     continues with the batch that has this cycle; use the seed and store of the earlier run
  --store KIND ${storeKinds.join(', ')} or both, which alternates between batches; default: both
  --burst N    events that one endpoint gets at once, 0 to skip this part; default: 10000
  --events N   events that go through both apps while months pass, 0 to skip this part; default: 1000000.
               If a run is stopped, the next one resumes it
  --scale N    multiplies the random cases of the property tests, 0 to skip them; default: 1000`

const number = (value: number) => ({ type: 'string', default: String(value) }) as const

const options = readFlags(
  {
    name: 'soak',
    usage,
    expected: 'the flags of npx pnpm@12 soak --help.',
    options: {
      cycles: number(2_000),
      from: number(1),
      seed: number(Date.now() % 2 ** 31),
      store: { type: 'string', default: 'both' },
      burst: number(10_000),
      events: number(1_000_000),
      scale: number(1_000),
    },
  },
  ({ store, ...counts }): SoakOptions => {
    const stores = storeKinds.filter((kind) => store === 'both' || store === kind)
    if (stores.length === 0) throw new TypeError('--store')
    return { stores, ...toNumbers(counts) }
  },
)
// Loaded after the flags are read, so that --help answers at once.
const { killAll } = await import('@partner-platform/settings/testing')
const { runSoak } = await import('./soak/run-soak.ts')
const startedMs = performance.now()
const say = (line: string) => {
  const at = ((performance.now() - startedMs) / 1000).toFixed(0).padStart(6)
  console.log(`${at} s  ${line}`)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The library that runs Postgres listens too, and stops what it runs when we end.
  process.prependOnceListener(signal, () => void killAll())
}
say(`seed ${options.seed}`)
let exitCode = 0
try {
  const figures = await runSoak(options, say)
  console.log(`\n${formatTable(figures.map(toRow))}\n`)
  if (!figures.every(({ ok }) => ok)) exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The soak failed.')
  exitCode = 1
}
await killAll()
process.exit(exitCode)

function toNumbers<Name extends string>(texts: Record<Name, string>): Record<Name, number> {
  const entries = Object.entries<string>(texts)
  if (entries.some(([, text]) => !/^\d{1,10}$/.test(text))) throw new TypeError('not a number')
  return Object.fromEntries(entries.map(([name, text]) => [name, Number(text)])) as Record<
    Name,
    number
  >
}
