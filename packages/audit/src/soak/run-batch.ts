import type { StoreLocation } from '@partner-platform/database'
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

/** Broken promises, and the counts to print, in order. */
export type BatchReport = { problems: string[]; counts: Record<string, number> }

export type RunBatch = (batch: Batch, onCycle: () => void) => Promise<BatchReport>

/** A kill proves something only if there was something to lose. */
const leastAcked = 20

export async function onStore<T>(
  kind: StoreKind,
  run: (location: StoreLocation) => Promise<T>,
): Promise<T> {
  const store = await startStore(kind)
  try {
    return await run(await store.createLocation())
  } finally {
    await store.stop()
  }
}

export async function auditStore(
  location: StoreLocation,
  run: Omit<Parameters<typeof audit>[0], 'query'>,
) {
  const database = await openStore({ location, secretsKeys })
  return audit({ query: database.query, ...run }).finally(() => database.close())
}

type Ended = { problems: string[]; leaks: Iterable<string>; code: number | null; fewest: number }

const toProblems = ({ problems, leaks, code, fewest }: Ended): string[] => [
  ...problems,
  ...[...leaks].map((leak) => `leaked: ${leak}`),
  ...(code === 0 ? [] : [`the last process ended with ${code}`]),
  ...(fewest < leastAcked ? [`only ${fewest} were accepted in a cycle`] : []),
]

export const runSenderBatch: RunBatch = ({ kind, first, last, seed }, onCycle) =>
  onStore(kind, async (location) => {
    // A killed sender's deliveries stay leased: fewer slots mean fewer of them.
    const env = { ...toStoreSettings(location), SERVER_WORKER_SLOTS: '16' }
    const leaks = new Set<string>()
    const file = await bundleMain(senderFile)
    let fewest = Number.POSITIVE_INFINITY
    const run = await runKillCycles({
      start: () => startSender({ env, file }),
      cycles: last - first + 1,
      seed,
      leastAcked,
      onCycle({ output, acked }) {
        fewest = Math.min(fewest, acked)
        for (const leak of findLeaks([output])) leaks.add(leak)
        onCycle()
      },
    })
    const { code, output, metrics } = await run.close()
    for (const leak of findLeaks([output, metrics])) leaks.add(leak)
    const { problems, acked, lost, doubled, duplicates } = await auditStore(location, run)
    return {
      problems: toProblems({ problems, leaks, code, fewest }),
      counts: { 'events accepted': acked, lost, doubled, 'sent again': duplicates },
    }
  })

export const runReceiverBatch: RunBatch = ({ kind, first, last, seed }, onCycle) =>
  onStore(kind, async (location) => {
    const file = await bundleMain(receiverFile)
    const options = { location, cycles: last - first + 1, seed, file, leastAcked, onCycle }
    const { found, leaks, code, cycles } = await runReceiverKillCycles(options)
    const { problems, acked, lost, stored, handled } = found
    const fewest = Math.min(...cycles.map((cycle) => cycle.acked))
    return {
      problems: toProblems({ problems, leaks, code, fewest }),
      counts: { 'deliveries acknowledged': acked, lost, stored, handled },
    }
  })
