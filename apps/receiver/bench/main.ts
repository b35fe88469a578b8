// Measures acknowledged deliveries of the reference receiver and of a bare one, on both stores, in turns,
// each in a process of its own. It needs two cores for itself.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { createSecret } from '@partner-platform/webhooks'
import { createDelivery, createSender } from '../src/testing/create-sender.ts'
import { type Contestant, startContestants } from './start-contestants.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
  },
})
const load: Load = {
  connections: Number(values.connections),
  durationMs: Number(values.seconds) * 1000,
  secret: createSecret(),
}
const rounds = Number(values.rounds)

console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model}`)
console.log(
  `${load.connections} connections kept alive, every delivery another event; load and stores on the same machine`,
)
console.log(
  `Median of ${rounds} rounds of ${values.seconds} s, in turns, after one to warm up; Postgres with fsync, PGlite without\n`,
)
const { contestants, stop } = await startContestants(load.secret)
try {
  printResults(await measureInTurns(contestants))
} finally {
  await stop()
}

/** One turn of each to warm up, then the ones that count, so that a slow moment affects all. */
async function measureInTurns(contestants: readonly Contestant[]) {
  const results = contestants.map(({ name, store }) => ({ name, store, rounds: [] as Measured[] }))
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [at, { url }] of contestants.entries()) {
      const measured = await measureAcks(url, load)
      if (turn > 0) results[at]?.rounds.push(measured)
    }
  }
  return results
}

type Result = { name: string; store: string; rounds: readonly Measured[] }

/** Prints the medians of each receiver. The first receiver of each store is the reference. */
function printResults(results: readonly Result[]): void {
  const rows = results.map(({ name, store, rounds }) => {
    const bare = results.find((one) => one.store === store)
    // Of the same turn, so that other work of the machine affects both.
    const ratios = rounds.map(
      ({ perSecond }, turn) => perSecond / (bare?.rounds[turn]?.perSecond ?? Number.NaN),
    )
    const median = (name: keyof Measured) => Math.round(medianOf(rounds.map((one) => one[name])))
    const figures = {
      perSecond: median('perSecond'),
      p50Ms: median('p50Ms'),
      p99Ms: median('p99Ms'),
    }
    return { store, receiver: name, ...figures, timesBare: Number(medianOf(ratios).toFixed(2)) }
  })
  console.table(rows)
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

type Load = { connections: number; durationMs: number; secret: string }

type Measured = { perSecond: number; p50Ms: number; p99Ms: number }

/** Sends the next event on each connection once the last one is acknowledged. Rejects unless all get 2xx. */
async function measureAcks(
  url: string,
  { connections, durationMs, secret }: Load,
): Promise<Measured> {
  const sender = createSender({ connections })
  const tookMs: number[] = []
  const startMs = performance.now()
  const runLane = async () => {
    while (performance.now() - startMs < durationMs) {
      const delivery = createDelivery({ secret })
      const sentMs = performance.now()
      const { status = 0 } = (await sender.deliver(url, delivery)) ?? {}
      if (status < 200 || status > 299) throw new Error(`A delivery got ${status}.`)
      tookMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, runLane)).finally(sender.close)
  const seconds = (performance.now() - startMs) / 1000
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}
