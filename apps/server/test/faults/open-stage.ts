import { join } from 'node:path'
import { openPatiently, type PostgresServer } from '@partner-platform/database/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import { openStore } from '../../src/index.ts'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import { createJournal } from '../../src/testing/drive-load.ts'
import {
  type EffectReceiverOptions,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { secretsKeys, startSender } from '../../src/testing/start-sender.ts'
import { createTestDatabase } from '../open-test-store.ts'
import type { Failpoint } from './add-failpoint.ts'
import type { Mutant } from './add-mutant.ts'

/** The random seed of a test. Set SEED to repeat a run. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

type Stage = EffectReceiverOptions & {
  onTestFinished(clean: () => Promise<void>): void
  /** @default the Postgres of this run */
  server?: PostgresServer
}

/** A store on Postgres and a receiver for processes of the app, and a final report on both. */
export async function openStage({ onTestFinished, server, ...options }: Stage) {
  const url = await (server?.createDatabase() ?? createTestDatabase())
  const receiver = await startEffectReceiver(options)
  onTestFinished(() => receiver.close())
  const journal = createJournal()
  return {
    url,
    env: { DATABASE_URL: url },
    receiver,
    journal,
    report: (
      given: Pick<Parameters<typeof audit>[0], 'receiver' | 'journal'> = { receiver, journal },
    ) => lookInto(url, ({ query }) => audit({ query, ...given })),
  }
}

/** Opens the store, does the work, and closes the store. */
async function lookInto<T>(
  url: string,
  work: (database: ServerDatabase) => Promise<T>,
): Promise<T> {
  const database = await openPatiently(() =>
    openStore({ location: { kind: 'postgres', url }, secretsKeys }),
  )
  return work(database).finally(() => database.close())
}

/** Ends the leases of a dead sender. */
export const passLease = (url: string): Promise<void> => lookInto(url, endLeases)

export async function endLeases(database: ServerDatabase): Promise<void> {
  await database.query('update flights set until = now()')
  await database.releaseJobs(deliverQueue)
}

type Odds = { failpoint?: Failpoint | undefined; mutant?: Mutant; leaseSeconds?: number }

/** A process of the app with options that no setting offers. */
export async function startOddSender(url: string, odds: Odds = {}) {
  const { failpoint, mutant, leaseSeconds } = odds
  const env = {
    DATABASE_URL: url,
    ...(failpoint ? { FAILPOINT: failpoint } : {}),
    ...(mutant ? { MUTANT: mutant } : {}),
    ...(leaseSeconds ? { LEASE_SECONDS: String(leaseSeconds) } : {}),
  }
  const file = await bundleMain(join(import.meta.dirname, 'odd-sender.ts'))
  const sender = await startSender({ env, file })
  return {
    ...sender,
    /** Makes the process die when it next reaches its failpoint. */
    async arm() {
      sender.process.signal('SIGUSR2')
      await sender.process.says(/^Armed\.$/m)
    },
  }
}
