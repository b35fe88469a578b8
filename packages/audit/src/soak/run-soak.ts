import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { StoreKind } from '@partner-platform/database/testing'
import type { Figure } from '@partner-platform/dev/format-table'
import { root } from '@partner-platform/dev/workspaces'
import {
  type Latency,
  runFairness,
  startSender,
  toStoreSettings,
} from '@partner-platform/server/testing'
import {
  auditStore,
  type Batch,
  onStore,
  type RunBatch,
  runReceiverBatch,
  runSenderBatch,
} from './run-batch.ts'
import { soakDrift } from './soak-drift.ts'
import { batchSize, type SoakOptions } from './soak-options.ts'

type Say = (line: string) => void

const healthyLimitMs = 1_000
/** How much a busy machine may delay the slowest 1 %. The embedded store shares its thread with the app. */
const noiseMs = { embedded: 250, postgres: 50 }

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
  if (options.scale > 0) figures.push(await soakProperties(options, say))
  return figures
}

async function soakProperties({ scale, seed }: SoakOptions, say: Say): Promise<Figure> {
  say(`property tests with ${scale} times the random cases`)
  const turbo = spawn('turbo', ['run', 'test:soak', '--concurrency=1', '--continue'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SCALE: String(scale), SEED: String(seed) },
  })
  const stop = () => void turbo.kill('SIGTERM')
  process.once('exit', stop)
  const [code] = await once(turbo, 'exit').finally(() => process.off('exit', stop))
  const outcome = `${scale} times the random cases: ${code === 0 ? 'all passed' : 'failed'}`
  return { what: 'property tests', outcome, ok: code === 0 }
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
        say(`PROBLEM ${problem}; to reproduce: ${again}`)
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
    // Each batch has its own seed, so that it can be repeated alone.
    batches.push({ kind, first, last: Math.min(first + batchSize - 1, cycles), seed: seed + index })
  }
  return batches.filter(({ last }) => last >= from)
}

const soakBurst = (kind: StoreKind, { seed, burst: burstCount }: SoakOptions, say: Say) =>
  onStore(kind, async (location): Promise<Figure> => {
    const sender = await startSender({ env: toStoreSettings(location) })
    const sampleCount = Math.min(1_000, burstCount / 5)
    const pauseMs = kind === 'embedded' ? 40 : 10
    const run = await runFairness({ sender, seed, burstCount, sampleCount, pauseMs, say })
    await sender.stop()
    await run.receiver.close()
    const { problems } = await auditStore(location, run)
    const { baseline, hanging, burst, burstMs } = run
    const isQuick = ({ p99 }: Latency) =>
      p99 < healthyLimitMs && p99 <= 2 * baseline.p99 + noiseMs[kind]
    return {
      what: `one endpoint of a hundred (${kind})`,
      outcome: `p99 of the others ${baseline.p99} ms; while it hangs ${hanging.p99} ms; while it gets ${burstCount} at once ${burst.p99} ms, in ${(burstMs / 1000).toFixed(0)} s; ${problems.length} problems`,
      ok: problems.length === 0 && isQuick(hanging) && isQuick(burst),
    }
  })
