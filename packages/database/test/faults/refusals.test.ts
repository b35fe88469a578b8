import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isUnavailable } from '../../src/index.ts'
import { type PostgresServer, startPostgres } from '../../src/testing/index.ts'
import { openTestDatabase, rejectionOf, stateOf, type TestDatabase } from '../open-test-database.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({
    flags: ['-c', 'max_connections=12', '-c', 'superuser_reserved_connections=0'],
  })
})
afterAll(() => server.remove())

async function open(url: string): Promise<TestDatabase> {
  const location = { kind: 'postgres', url, poolSize: 3 } as const
  const database = await openTestDatabase(location, { superviseSeconds: 3_600 })
  onTestFinished(() => database.close())
  return database
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

describe('F6 a Postgres that refuses', () => {
  it('is unavailable for writers while it is read-only, and serves readers', async () => {
    const url = await server.createDatabase()
    const database = await open(url)
    const admin = await connect(url)
    onTestFinished(() => admin.end())
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.query(`alter system set default_transaction_read_only = ${value}`)
      await admin.query('select pg_reload_conf()')
      const text = `select current_setting('default_transaction_read_only') as value`
      await vi.waitFor(async () => expect(await database.query(text)).toEqual([{ value }]))
    }
    await setReadOnly('on')
    const writes = [
      () => database.query(`insert into notes values (1, 'x')`),
      () => database.transaction((tx) => tx.execute(`insert into notes values (1, 'x')`)),
      () => database.jobs.send('work', {}),
      () => database.jobs.fetch('work'),
    ]
    for (const write of writes) {
      const error = await rejectionOf(write())
      expect(stateOf(error)).toBe('25006')
      expect(isUnavailable(error)).toBe(true)
    }
    expect(await database.query('select id from notes')).toEqual([{ id: 0 }])

    await setReadOnly('off')
    await database.query(`insert into notes values (1, 'x')`)
    expect(await database.jobs.send('work', {})).toBeTypeOf('string')
  })

  it('is unavailable while it accepts no more connections', async () => {
    const url = await server.createDatabase()
    const database = await open(url)
    const hogs: pg.Client[] = []
    const hog = async () => {
      for (;;) {
        try {
          hogs.push(await connect(url))
        } catch (error) {
          return stateOf(error)
        }
      }
    }
    const letGo = () => Promise.all(hogs.splice(0).map((client) => client.end()))
    onTestFinished(async () => void (await letGo()))
    const first = await connect(url)
    hogs.push(first)
    // Until the hogs were quicker than the pool to take what it lost.
    const refusals = await vi.waitFor(
      async () => {
        await first.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'partner-platform'`)
        expect(await hog()).toBe('53300')
        const refused = [database.query('select 1'), database.transaction(async () => {})]
        return await Promise.all(refused.map(rejectionOf))
      },
      { timeout: 10_000 },
    )
    expect(refusals.map(stateOf)).toEqual(['53300', '53300'])
    expect(refusals.map(isUnavailable)).toEqual([true, true])

    await letGo()
    await vi.waitFor(async () =>
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]),
    )
  })

  it('ends a statement that runs too long, and keeps the connection', async () => {
    const database = await open(await server.createDatabase())
    const backend = () => database.query('select pg_backend_pid() as pid')
    const before = await backend()
    const error = await rejectionOf(database.query('select pg_sleep(20)'))
    expect(stateOf(error)).toBe('57014')
    expect(isUnavailable(error)).toBe(true)
    expect(await backend()).toEqual(before)
  })

  it('ends a transaction that is idle too long', async () => {
    const database = await open(await server.createDatabase())
    const ended = Promise.withResolvers<void>()
    const watching = async () => {
      const text = `select 1 from pg_stat_activity where state = 'idle in transaction'
        and datname = current_database()`
      await vi.waitFor(async () => expect(await database.query(text)).not.toEqual([]))
      await vi.waitFor(async () => expect(await database.query(text)).toEqual([]), {
        timeout: 10_000,
      })
      ended.resolve()
    }
    const watched = watching()
    const error = await rejectionOf(
      database.transaction(async (tx) => {
        await tx.execute(`insert into notes values (2, 'forgotten')`)
        await ended.promise
      }),
    )
    await watched
    expect(isUnavailable(error)).toBe(true)
    expect(await database.query('select 1 from notes where id = 2')).toEqual([])
  })

  it('lets the server drop connections whose client is gone', async () => {
    const database = await open(await server.createDatabase())
    const text = `select current_setting('idle_session_timeout') as value`
    expect(await database.query(text)).toEqual([{ value: '30s' }])
  })
})
