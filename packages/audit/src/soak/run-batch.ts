import { type StoreKind, startStore } from '@partner-platform/database/testing'
import { mainFile as receiverFile, runReceiverKillCycles } from '@partner-platform/receiver/testing'
import { openStore } from '@partner-platform/server'
import {
  audit,
  findLeaks,
  runKillCycles,
  secretsKeys,
  mainFile as senderFile,
  startSender,
  toStoreSettings,
} from '@partner-platform/server/testing'
import { bundleMain } from '@partner-platform/settings/testing'

export type Batch = {
  kind: StoreKind
  /** Numbers of its first and last cycle, over the whole soak. */
  first: number
  last: number
  seed: number
}

/** What is not as promised, and what was counted, in the order in which it is told. */
export type BatchReport = { problems: string[]; counts: Record<string, number> }

export type RunBatch = (batch: Batch, onCycle: () => void) => Promise<BatchReport>

/** A kill proves something only if there was something to lose. */
const leastAcked = 20

/** Some SIGKILL cycles of the sender on a store of their own, and what an audit then finds. */
export const runSenderBatch: RunBatch = async ({ kind, first, last, seed }, onCycle) => {
  const store = await startStore(kind)
  try {
    const location = await store.createLocation()
    // What a killed sender had in its hands stays there for its lease: with fewer slots that is less.
    const env = { ...toStoreSettings(location), SERVER_WORKER_SLOTS: '16' }
    const leaks = new Set<string>()
    const file = await bundleMain(senderFile)
    let fewest = Number.POSITIVE_INFINITY
    const run = await runKillCycles({
      ...{ start: () => startSender({ env, file }), cycles: last - first + 1, seed, leastAcked },
      onCycle({ output, acked }) {
        fewest = Math.min(fewest, acked)
        for (const leak of findLeaks([output])) leaks.add(leak)
        onCycle()
      },
    })
    const { code, output, metrics } = await run.close()
    for (const leak of findLeaks([output, metrics])) leaks.add(leak)
    const database = await openStore({ location, secretsKeys })
    const found = await audit({ query: database.query, ...run }).finally(() => database.close())
    const problems = [...found.problems, ...[...leaks].map((leak) => `leaked: ${leak}`)]
    if (code !== 0) problems.push(`the last sender ended with ${code}`)
    const { acked, lost, doubled, duplicates } = found
    if (fewest < leastAcked) problems.push(`only ${fewest} changes were accepted in a cycle`)
    const counts = { 'events accepted': acked, lost, doubled, 'sent again': duplicates }
    return { problems, counts }
  } finally {
    await store.stop()
  }
}

/** Some SIGKILL cycles of the receiver on a store of their own. */
export const runReceiverBatch: RunBatch = async ({ kind, first, last, seed }, onCycle) => {
  const store = await startStore(kind)
  try {
    const location = await store.createLocation()
    const cycles = last - first + 1
    const file = await bundleMain(receiverFile)
    const options = { location, cycles, seed, file, leastAcked, onCycle }
    const run = await runReceiverKillCycles(options)
    const { acked, lost, stored, handled } = run.found
    const problems = [...run.found.problems, ...run.leaks.map((leak) => `leaked: ${leak}`)]
    const fewest = Math.min(...run.cycles.map((cycle) => cycle.acked))
    if (fewest < leastAcked) problems.push(`only ${fewest} were acknowledged in a cycle`)
    if (run.code !== 0) problems.push(`the last receiver ended with ${run.code}`)
    return { problems, counts: { 'deliveries acknowledged': acked, lost, stored, handled } }
  } finally {
    await store.stop()
  }
}
