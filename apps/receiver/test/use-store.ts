import { rmSync } from 'node:fs'
import type { Database, StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../src/index.ts'
import { copyTemplate } from './copy-template.ts'

/** One store for the tests of a `describe`, empty for each that asks for it. */
export function useStore(kind: StoreKind) {
  const closers: (() => unknown)[] = []
  let location: StoreLocation
  let database: Database
  beforeAll(async () => {
    if (kind === 'embedded') {
      const folder = await copyTemplate()
      closers.push(() => rmSync(folder, { recursive: true, force: true }))
      location = { kind, folder }
    } else {
      const server = await startPostgres()
      closers.push(() => server.remove())
      location = { kind, url: await server.createDatabase() }
    }
    database = await openStore({ location })
    closers.push(() => database.close())
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return {
    async empty(): Promise<Database> {
      // Takes a fraction of what `truncate` does.
      await database.query(`with arrived as (delete from arrivals), kept as (delete from events),
        refused as (delete from quarantine), known as (delete from submissions),
        queued as (delete from pgboss.job) delete from holdings`)
      return database
    },
    /** Where it lies, for other processes; only a Postgres may have several. */
    location: () => location,
  }
}
