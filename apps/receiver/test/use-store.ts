import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, StoreLocation } from '@partner-platform/database'
import { copyStore, type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { openStore } from '../src/index.ts'

type Opened = { location: StoreLocation; database: Database; close(): Promise<void> }

export type TestStore = {
  /** Empties the store and returns it. */
  empty(): Promise<Database>
  /** For other processes; only a Postgres may have several. */
  location(): StoreLocation
}

let embedded: Promise<Opened> | undefined

/** Opens a store before the tests. */
export function useStore(kind: StoreKind): TestStore {
  let opened: Opened
  beforeAll(async () => {
    if (kind === 'postgres') opened = await openPostgres()
    else {
      embedded ??= openEmbedded()
      opened = await embedded
    }
  })
  afterAll(async () => {
    if (kind === 'postgres') await opened.close()
  })
  return {
    async empty() {
      const { database } = opened
      // Much faster than `truncate`.
      await database.query(`with arrived as (delete from arrivals), kept as (delete from events),
        refused as (delete from quarantine), known as (delete from submissions),
        queued as (delete from pgboss.job) delete from holdings`)
      return database
    },
    location: () => opened.location,
  }
}

/** One store for all test files of a worker, because opening one costs more than most tests. */
async function openEmbedded(): Promise<Opened> {
  const folder = await copyTemplate()
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  // Vitest ends its workers with a signal.
  process.once('SIGTERM', () => process.exit())
  const location = { kind: 'embedded', folder } as const
  const database = await openStore({ location })
  return { location, database, close: () => database.close() }
}

async function openPostgres(): Promise<Opened> {
  const server = await startPostgres()
  const location = { kind: 'postgres', url: await server.createDatabase() } as const
  const database = await openStore({ location })
  return { location, database, close: () => database.close().then(server.remove) }
}

/** A folder with an empty store that nobody has open. */
export const copyTemplate = () =>
  copyStore({
    app: join(import.meta.dirname, '..'),
    open: (folder) => openStore({ location: { kind: 'embedded', folder } }),
  })

/** Gives empty stores of either kind to the tests of a file, all of which may run at once. */
export function useStores() {
  let server: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  return async (
    kind: StoreKind,
    { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  ): Promise<StoreLocation> => {
    if (kind === 'postgres') return { kind, url: await server.createDatabase() }
    const folder = await copyTemplate()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return { kind, folder }
  }
}
