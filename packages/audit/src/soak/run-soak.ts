import { type StoreKind, startStore } from '@partner-platform/database/testing'
import { openStore } from '@partner-platform/server'
import {
  audit,
  type Latency,
  runFairness,
  secretsKeys,
  startSender,
  toStoreSettings,
} from '@partner-platform/server/testing'
import type { Figure } from '../show/to-figures.ts'
import { type Batch, type RunBatch, runReceiverBatch, runSenderBatch } from './run-batch.ts'
import { soakDrift } from './soak-drift.ts'
import { batchSize, type SoakOptions } from './soak-options.ts'

type Say = (line: string) => void

const healthyLimitMs = 1_000
/**
 * What a busy machine does to a hundredth of one sample and not of the other. The embedded store shares
 * one thread with all else.
 */
const noiseMs = { embedded: 250, postgres: 50 }

/** Runs the SIGKILL cycles of sender and receiver, the burst to one endpoint, then the months of events. */
export async function runSoak(options: SoakOptions, say: Say): Promise<Figure[]> {
  const figures: Figure[] = []
  if (options.cycles > 0) {
    figures.push(await soakKills('sender', { run: runSenderBatch, options, say }))
    figures.push(await soakKills('receiver', { run: runReceiverBatch, options, say }))
  }
  if (options.burst > 0) {
    for (const kind of options.stores) figures.push(await soakBurst(kind, options, say))
  }
  if (options.events > 0) {
    for (const kind of options.stores) figures.push(await soakDrift(kind, options.events, say))
  }
  return figures
}

type Kills = { run: RunBatch; options: SoakOptions; say: Say }

/** Batches of cycles, as many at once as there are stores. */
async function soakKills(app: string, { run, options, say }: Kills): Promise<Figure> {
  const batches = toBatches(options)
  let done = 0
  const total: Record<string, number> = {}
  const problems: string[] = []
  const runAll = async (kind: StoreKind) => {
    for (const batch of batches.filter((one) => one.kind === kind)) {
      const report = await run(batch, () => {
        done += 1
      })
      for (const [what, count] of Object.entries(report.counts)) {
        total[what] = (total[what] ?? 0) + count
      }
      const name = `${app}, cycles ${batch.first} to ${batch.last} (${kind})`
      problems.push(...report.problems.map((problem) => `${name}: ${problem}`))
      say(`${name}: ${toText(report.counts)}; ${done} cycles done`)
      for (const problem of report.problems) {
        const again = `npx pnpm@12 soak --seed ${options.seed} --from ${batch.first}`
        say(`PROBLEM ${problem}; again: ${again}`)
      }
    }
  }
  await Promise.all(options.stores.map(runAll))
  return {
    what: `SIGKILL cycles of the ${app}`,
    outcome: `${done}: ${toText(total)}; ${problems.length} problems`,
    ok: problems.length === 0,
  }
}

const toText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')

function toBatches({ cycles, from, seed, stores }: SoakOptions): Batch[] {
  const batches: Batch[] = []
  for (let first = 1; first <= cycles; first += batchSize) {
    const index = batches.length
    const kind = stores[index % stores.length] ?? 'embedded'
    // Each batch has a seed of its own, so that it can be run again without those before it.
    batches.push({ kind, first, last: Math.min(first + batchSize - 1, cycles), seed: seed + index })
  }
  return batches.filter(({ last }) => last >= from)
}

async function soakBurst(kind: StoreKind, options: SoakOptions, say: Say): Promise<Figure> {
  const store = await startStore(kind)
  try {
    const location = await store.createLocation()
    const sender = await startSender({ env: toStoreSettings(location) })
    const { seed, burst: burstCount } = options
    const sampleCount = Math.min(1_000, burstCount / 5)
    const pauseMs = kind === 'embedded' ? 40 : 10
    const run = await runFairness({ ...{ sender, seed, burstCount, sampleCount, pauseMs, say } })
    await sender.stop()
    await run.receiver.close()
    const database = await openStore({ location, secretsKeys })
    const { problems } = await audit({ query: database.query, ...run }).finally(() =>
      database.close(),
    )
    const { baseline, hanging, burst, burstMs } = run
    const isQuick = ({ p99 }: Latency) =>
      p99 < healthyLimitMs && p99 <= 2 * baseline.p99 + noiseMs[kind]
    return {
      what: `one endpoint of a hundred (${kind})`,
      outcome: `p99 of the others ${baseline.p99} ms; while it hangs ${hanging.p99} ms; while it gets ${burstCount} at once ${burst.p99} ms, in ${(burstMs / 1000).toFixed(0)} s; ${problems.length} problems`,
      ok: problems.length === 0 && isQuick(hanging) && isQuick(burst),
    }
  } finally {
    await store.stop()
  }
}
