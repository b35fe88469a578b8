import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DatabaseOptions, queueBackends, type StoreLocation } from '../../../src/index.ts'
import type { TestStore } from '../../../src/testing/index.ts'
import { openTestDatabase } from '../../open-test-database.ts'

async function open(url: string, options: Partial<DatabaseOptions> = {}) {
  const location: StoreLocation = { kind: 'postgres', url, poolSize: 3 }
  const database = await openTestDatabase(location, options)
  onTestFinished(() => database.close())
  return database
}

export function describeOpeners(use: () => TestStore): void {
  const createUrl = async () => {
    const location = await use().createLocation()
    if (location.kind === 'postgres') return location.url
    throw new TypeError('The store has no URL. Start a Postgres.')
  }

  describe('several openers of one Postgres', () => {
    it('all open, and each migration is applied once', async () => {
      const url = await createUrl()
      const databases = await Promise.all(Array.from({ length: 6 }, () => open(url)))
      for (const database of databases) {
        expect(
          await database.query('select count(*) as count from drizzle.__drizzle_migrations'),
        ).toEqual([{ count: 2 }])
        await database.jobs.send('work', {})
      }
      const taken = await Promise.all(databases.map(({ jobs }) => jobs.fetch('work')))
      expect(new Set(taken.flat().map(({ id }) => id)).size).toBe(6)
      expect(databases.flatMap(({ heard }) => heard)).toEqual([])
    })

    it('wait for one that takes longer than a statement may', async () => {
      const url = await createUrl()
      const slow = new pg.Client(url)
      await slow.connect()
      onTestFinished(() => slow.end())
      await slow.query('select pg_advisory_lock(4020026)')
      const opening = open(url)
      const waiting = `select extract(epoch from now() - query_start)::float8 as seconds
        from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
      await vi.waitFor(
        async () => {
          const { rows } = await slow.query<{ seconds: number }>(waiting)
          expect(rows[0]?.seconds).toBeGreaterThan(3.5)
        },
        { timeout: 20_000, interval: 100 },
      )
      await slow.query('select pg_advisory_unlock(4020026)')
      expect(await (await opening).query('select id from notes')).toEqual([{ id: 0 }])
    })

    it('hear each other, and each hears itself', async () => {
      const url = await createUrl()
      const databases = await Promise.all([open(url), open(url)])
      const heard: string[][] = [[], []]
      for (const [index, database] of databases.entries()) {
        await database.listen('talk', {
          onPayload: (payload) => heard[index]?.push(payload),
          onLive() {},
        })
      }
      await databases[0].query(`select pg_notify('talk', 'hello')`)
      await vi.waitFor(() => expect(heard).toEqual([['hello'], ['hello']]))
    })
  })

  describe('the backend of the job queue', () => {
    /** Those for engines without partitioned tables have the queue make plain ones. */
    const kindOf = { postgres: 'p', citus: 'p', yugabytedb: 'r', cockroachdb: 'r' }

    it.each(queueBackends)('%s arrives at the queue, and works on a Postgres', async (backend) => {
      const database = await open(await createUrl(), { backend })
      const kind = `select relkind::text as kind from pg_class where oid = 'pgboss.job'::regclass`
      expect(await database.query(kind)).toEqual([{ kind: kindOf[backend] }])
      const id = await database.transaction((tx) =>
        database.jobs.send('work', { on: backend }, { db: database.within(tx) }),
      )
      expect(await database.jobs.fetch('work')).toMatchObject([{ id, data: { on: backend } }])
    })
  })
}
