import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import {
  openPatiently,
  type PostgresServer,
  type StoreKind,
} from '@partner-platform/database/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import { openStore } from '../../src/index.ts'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import { createJournal } from '../../src/testing/drive-load.ts'
import {
  type EffectReceiverOptions,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { secretsKeys, startSender, toStoreSettings } from '../../src/testing/start-sender.ts'
import { copyTemplate, createTestDatabase } from '../open-test-store.ts'
import type { Failpoint } from './add-failpoint.ts'
import type { Mutant } from './add-mutant.ts'

/** The random seed of a test. Set SEED to repeat a run. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

type Stage = EffectReceiverOptions & { onTestFinished(clean: () => Promise<void>): void }

/** A store and a receiver for processes of the app, and a final report on both. */
export async function openStage(
  kind: StoreKind | PostgresServer,
  { onTestFinished, ...options }: Stage,
) {
  const location = await createLocation(kind, onTestFinished)
  const receiver = await startEffectReceiver(options)
  onTestFinished(() => receiver.close())
  const journal = createJournal()
  return {
    location,
    env: toStoreSettings(location),
    receiver,
    journal,
    report: (
      given: Pick<Parameters<typeof audit>[0], 'receiver' | 'journal'> = { receiver, journal },
    ) => lookInto(location, ({ query }) => audit({ query, ...given })),
  }
}

/** Copies an embedded store with tables, because creating them takes seconds. */
async function createLocation(
  kind: StoreKind | PostgresServer,
  onTestFinished: Stage['onTestFinished'],
): Promise<StoreLocation> {
  if (kind === 'embedded') {
    const folder = await copyTemplate()
    onTestFinished(async () => rmSync(folder, { recursive: true, force: true }))
    return { kind, folder }
  }
  const url = await (kind === 'postgres' ? createTestDatabase() : kind.createDatabase())
  return { kind: 'postgres', url }
}

/** Opens a store, which no process may have open, while the work runs. */
export async function lookInto<T>(
  location: StoreLocation,
  work: (database: ServerDatabase) => Promise<T>,
): Promise<T> {
  const database = await openPatiently(() => openStore({ location, secretsKeys }))
  return work(database).finally(() => database.close())
}

/** Ends the leases of a dead sender. */
export async function passLease(location: StoreLocation): Promise<void> {
  // An embedded store does this when it is opened, because no other process can use it.
  if (location.kind === 'postgres') await lookInto(location, endLeases)
}

export async function endLeases(database: ServerDatabase): Promise<void> {
  await database.query('update flights set until = now()')
  await database.releaseJobs(deliverQueue)
}

type Odds = { failpoint?: Failpoint | undefined; mutant?: Mutant; leaseSeconds?: number }

/** A process of the app with options that no setting offers. */
export async function startOddSender(location: StoreLocation, odds: Odds = {}) {
  const { failpoint, mutant, leaseSeconds } = odds
  const env = {
    ...toStoreSettings(location),
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
