import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DatabaseOptions, queueBackends, type StoreLocation } from '../../src/index.ts'
import { startStore, type TestStore } from '../../src/testing/index.ts'
import { openTestDatabase } from '../open-test-database.ts'
import { describeStore } from '../suite/store.ts'

// In one file, so that all of them share one server.
let store: TestStore
beforeAll(async () => {
  store = await startStore('postgres')
})
afterAll(() => store.stop())

const createUrl = async () => ((await store.createLocation()) as { url: string }).url

async function open(url: string, options: Partial<DatabaseOptions> = {}) {
  const location: StoreLocation = { kind: 'postgres', url, poolSize: 3 }
  const database = await openTestDatabase(location, options)
  onTestFinished(() => database.close())
  return database
}

describe('the postgres store', () => describeStore(() => store))

describe('F8 the process clock, set', () => {
  const hourMs = 3_600_000
  afterEach(() => {
    vi.useRealTimers()
  })

  it('back by an hour, does not extend the job of a silent worker', async () => {
    const database = await open(await createUrl(), { superviseSeconds: 1 })
    const id = await database.jobs.send('work', {})
    expect(await database.jobs.fetch('work')).toMatchObject([{ id }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs })
    const started = performance.now()
    while ((await database.jobs.fetch('work')).length === 0) {
      expect(performance.now() - started).toBeLessThan(20_000)
      await delay(50)
    }
  })
})

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

  it('wait for one that takes longer than the time limit of a statement', async () => {
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
