import { rmSync } from 'node:fs'
import type { Database, StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../src/index.ts'
import { copyTemplate } from './copy-template.ts'

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
  const close = async () => {
    await database.close()
    await server.remove()
  }
  return { location, database, close }
}
