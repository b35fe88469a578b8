import type { StoreLocation } from '@partner-platform/database'
import { openPatiently, type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/index.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { openFileStore } from '../open-test-store.ts'

/** One store for the tests of a `describe`, empty for each that asks for it. */
export function useStore(kind: StoreKind) {
  const closers: (() => unknown)[] = []
  let location: StoreLocation
  let database: ServerDatabase
  beforeAll(async () => {
    if (kind === 'embedded') {
      database = await openFileStore()
      return
    }
    const server = await startPostgres()
    closers.push(() => server.remove())
    location = { kind, url: await server.createDatabase() }
    database = await openPatiently(() => openStore({ location, secretsKeys }))
    closers.push(() => database.close())
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return {
    async empty(): Promise<ServerDatabase> {
      await database.query('truncate partners, flights cascade')
      await database.query('delete from pgboss.job')
      return database
    },
    /** Location of the Postgres, for other processes. */
    location: () => location,
  }
}
