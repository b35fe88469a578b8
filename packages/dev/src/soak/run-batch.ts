import { type StoreKind, startStore } from '@partner-platform/database/testing'
import { openStore } from '@partner-platform/server'
import {
  type Audit,
  audit,
  findLeaks,
  runKillCycles,
  startSender,
  toStoreSettings,
} from '@partner-platform/server/testing'

export type Batch = {
  kind: StoreKind
  /** Numbers of its first and last cycle, over the whole soak. */
  first: number
  last: number
  seed: number
}

export type BatchReport = { problems: string[]; found: Audit }

/** Some SIGKILL cycles on a store of their own, and what an audit then finds. */
export async function runBatch(
  { kind, first, last, seed }: Batch,
  onCycle: () => void,
): Promise<BatchReport> {
  const store = await startStore(kind)
  try {
    const location = await store.createLocation()
    // What a killed sender had in its hands stays there for its lease: with fewer slots that is less.
    const env = { ...toStoreSettings(location), SERVER_WORKER_SLOTS: '16' }
    const leaks = new Set<string>()
    const run = await runKillCycles({
      ...{ start: () => startSender({ env }), cycles: last - first + 1, seed },
      onCycle({ output }) {
        for (const leak of findLeaks([output])) leaks.add(leak)
        onCycle()
      },
    })
    const { code, output, metrics } = await run.close()
    for (const leak of findLeaks([output, metrics])) leaks.add(leak)
    const database = await openStore({ location })
    const found = await audit({ query: database.query, ...run }).finally(() => database.close())
    const problems = [...found.problems, ...[...leaks].map((leak) => `leaked: ${leak}`)]
    if (code !== 0) problems.push(`the last sender ended with ${code}`)
    return { problems, found }
  } finally {
    await store.stop()
  }
}
