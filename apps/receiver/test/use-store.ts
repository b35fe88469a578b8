import { rmSync } from 'node:fs'
import type { Database, StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../src/index.ts'
import { copyTemplate } from './copy-template.ts'

type Opened = { location: StoreLocation; database: Database; close(): Promise<void> }

/** One store for the tests of a `describe`. */
export type TestStore = {
  /** Empties the store and returns it. */
  empty(): Promise<Database>
  /** Where it lies, for other processes; only a Postgres may have several. */
  location(): StoreLocation
}

let embedded: Promise<Opened> | undefined

/** Opens a store before the tests of a `describe`. */
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
      // Takes a fraction of what `truncate` does.
      await database.query(`with arrived as (delete from arrivals), kept as (delete from events),
        refused as (delete from quarantine), known as (delete from submissions),
        queued as (delete from pgboss.job) delete from holdings`)
      return database
    },
    location: () => opened.location,
  }
}

/** One store for all test files of a worker: it costs more to open than most tests. It ends with the worker. */
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
  const close = async () => {
    await database.close()
    await server.remove()
  }
  return { location, database, close }
}
