import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isUnavailable } from '../../src/index.ts'
import { ask, type PostgresServer, startPostgres } from '../../src/testing/index.ts'
import { startTcpProxy } from '../../src/testing/tcp-proxy.ts'
import { openTestDatabase, rejectionOf, stateOf, type TestDatabase } from '../open-test-database.ts'
import { compare, nothing } from './load.ts'
import { poolSize, type Scene, startScene } from './start-scene.ts'

/** No caller may wait longer; a little more than the 5 s that are promised, for a busy machine. */
const answerLimitMs = 6_000
const recoveryLimitMs = 5_000

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())

type Recovery = { backAt: number; fault: string; connections?: () => number | Promise<number> }

/** A database with all of its connections made and none in use. */
async function openIdle(url: string): Promise<TestDatabase> {
  const location = { kind: 'postgres', url, poolSize } as const
  const database = await openTestDatabase(location, { superviseSeconds: 3_600 })
  onTestFinished(() => database.close())
  await Promise.all(Array.from({ length: poolSize }, () => database.query('select pg_sleep(0.05)')))
  return database
}

/** A database behind a proxy. */
async function openProxied() {
  const proxy = await startTcpProxy(server.port)
  onTestFinished(() => proxy.close())
  const { port } = proxy
  const url = Object.assign(new URL(await server.createDatabase()), { port: String(port) }).href
  return { proxy, url }
}

/** Everything works again, nothing was lost, nobody waited long, no connection is left over. */
async function expectRecovery(
  { database, load, lives, payloads, url }: Scene,
  { backAt, fault, connections = () => countConnections(url) }: Recovery,
): Promise<void> {
  await load.ackedMore(100)
  await vi.waitFor(() => expect(lives).toEqual([true, false, true]), { timeout: recoveryLimitMs })
  const listeningMs = performance.now() - backAt
  await load.ackedMore(200)
  await load.stop()
  const recoveryMs = Math.max(0, load.lastErrorAt() - backAt)
  console.log(
    `${fault}: ${load.errors.length} refused, slowest answer ${load.slowestMs().toFixed(0)} ms, last refusal ${recoveryMs.toFixed(0)} ms and listening ${listeningMs.toFixed(0)} ms after the server was back`,
  )
  expect(await compare(database, load)).toEqual(nothing)
  expect(load.slowestMs()).toBeLessThan(answerLimitMs)
  expect(recoveryMs).toBeLessThan(recoveryLimitMs)

  await database.query(`select pg_notify('scene', 'heard again')`)
  await vi.waitFor(() => expect(payloads).toContain('heard again'))
  await expectConnections(connections, poolSize + 1)
  expect(database.heard.filter((error) => !isUnavailable(error))).toEqual([])
}

async function expectConnections(count: () => number | Promise<number>, limit: number) {
  await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(limit))
}

/** Connections of a pool and its listeners, as the server sees them. */
async function countConnections(url: string): Promise<number> {
  const text = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'partner-platform'`
  return (await ask<{ count: number }>(url, text))[0]?.count ?? Number.NaN
}

describe('F6 a Postgres that refuses', () => {
  it('ends a statement that runs too long, and keeps the connection', async () => {
    const database = await openIdle(await server.createDatabase())
    const backend = () => database.query('select pg_backend_pid() as pid')
    const before = await backend()
    const error = await rejectionOf(database.query('select pg_sleep(20)'))
    expect(stateOf(error)).toBe('57014')
    expect(isUnavailable(error)).toBe(true)
    expect(await backend()).toEqual(before)
  })

  it('ends a transaction that is idle too long', async () => {
    const url = await server.createDatabase()
    const database = await openIdle(url)
    const idle = `select 1 from pg_stat_activity where state = 'idle in transaction'
      and datname = current_database()`
    const work = database.transaction(async (tx) => {
      await tx.execute(`insert into notes values (2, 'forgotten')`)
      await vi.waitFor(async () => expect(await ask(url, idle)).toEqual([]), { timeout: 10_000 })
    })
    expect(isUnavailable(await rejectionOf(work))).toBe(true)
    expect(await database.query('select 1 from notes where id = 2')).toEqual([])
  })

  it('drops connections whose client is gone', async () => {
    const database = await openIdle(await server.createDatabase())
    const text = `select current_setting('idle_session_timeout') as value`
    expect(await database.query(text)).toEqual([{ value: '30s' }])
  })
})

describe('F7 a Postgres that fails', () => {
  it('killed and restarted', async () => {
    const scene = await startScene(await server.createDatabase())
    const [held] = await scene.database.jobs.fetch('work')
    expect(await server.kill()).toBeGreaterThan(poolSize)
    const error = await rejectionOf(scene.database.query('select 1'))
    expect(isUnavailable(error)).toBe(true)
    const opening = openTestDatabase({ kind: 'postgres', url: scene.url })
    expect(isUnavailable(await rejectionOf(opening))).toBe(true)

    await server.restart()
    const backAt = performance.now()
    await expectRecovery(scene, { backAt, fault: 'killed' })
    expect(scene.load.errors.length).toBeGreaterThan(0)
    // The supervision of jobs went through the same outage.
    await vi.waitFor(
      async () => {
        const [job] = await scene.database.jobs.findJobs('work', { id: held?.id ?? '' })
        expect(job?.state).toBe('retry')
      },
      { timeout: 20_000 },
    )
  })

  it('shut down in order and restarted', async () => {
    const scene = await startScene(await server.createDatabase())
    await server.stop()
    expect(isUnavailable(await rejectionOf(scene.database.transaction(async () => {})))).toBe(true)
    await server.restart()
    await expectRecovery(scene, { backAt: performance.now(), fault: 'stopped' })
    expect(scene.load.errors.length).toBeGreaterThan(0)
  })

  it('frozen and thawed', async () => {
    const scene = await startScene(await server.createDatabase())
    const { database } = scene
    const plain = new pg.Client(scene.url)
    await plain.connect()
    onTestFinished(() => plain.end())
    const closingUrl = await server.createDatabase()
    const closing = await openIdle(closingUrl)
    await closing.listen('scene', { onPayload() {}, onLive() {} })
    const entered = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const inTransaction = database.transaction(async (tx) => {
      await tx.execute('select 1')
      entered.resolve()
      await frozen.promise
      await tx.execute(`insert into notes values (-1, 'in a frozen transaction')`)
    })
    await entered.promise
    expect(await server.freeze()).toBeGreaterThan(poolSize)
    frozen.resolve()
    const started = performance.now()
    // The same question without our timeouts shows that the server is not merely slow.
    let isPlainAnswered = false
    const asking = plain.query('select 1').then(() => {
      isPlainAnswered = true
    })
    const refused = await Promise.all([
      rejectionOf(inTransaction),
      ...Array.from({ length: 3 * poolSize }, () => rejectionOf(database.query('select 1'))),
      rejectionOf(database.transaction(async () => {})),
      rejectionOf(database.orm.execute('select 1')),
      rejectionOf(database.jobs.fetch('work')),
      rejectionOf(database.listen('elsewhere', { onPayload() {}, onLive() {} })),
      rejectionOf(openTestDatabase({ kind: 'postgres', url: scene.url })),
      rejectionOf(closing.query('select 1')),
      closing.close().then(() => rejectionOf(closing.query('select 1'))),
    ])
    expect(performance.now() - started).toBeLessThan(answerLimitMs)
    expect(refused.filter((error) => !isUnavailable(error))).toEqual([])
    await vi.waitFor(() => expect(scene.lives).toEqual([true, false]), { timeout: answerLimitMs })
    expect(isPlainAnswered).toBe(false)

    server.thaw()
    const backAt = performance.now()
    await expectRecovery(scene, { backAt, fault: 'frozen' })
    await asking
    expect(await database.query('select 1 from notes where id = -1')).toEqual([])
    await expectConnections(() => countConnections(closingUrl), 0)
  })

  it('connections dropped by the server', async () => {
    const scene = await startScene(await server.createDatabase())
    const [dropped] = await scene.database.query<{ count: number }>(
      `select count(pg_terminate_backend(pid)) as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name = 'partner-platform'`,
    )
    const backAt = performance.now()
    expect(dropped?.count).toBeGreaterThan(1)
    await expectRecovery(scene, { backAt, fault: 'dropped' })
  })

  it('half-open: connections stay open and carry nothing', async () => {
    const { proxy, url } = await openProxied()
    const scene = await startScene(url)
    proxy.goSilent()
    const started = performance.now()
    const refused = await Promise.all(
      Array.from({ length: 3 * poolSize }, () => rejectionOf(scene.database.query('select 1'))),
    )
    expect(performance.now() - started).toBeLessThan(answerLimitMs)
    expect(refused.filter((error) => !isUnavailable(error))).toEqual([])
    expect(proxy.swallowed).toBeGreaterThan(0)
    await vi.waitFor(() => expect(scene.lives).toEqual([true, false]), { timeout: answerLimitMs })

    proxy.recover()
    const backAt = performance.now()
    // What the server still believes in, it drops when it has been idle for long.
    const connections = () => proxy.open
    await expectRecovery(scene, { backAt, fault: 'half-open', connections })
  })

  it('half-open while idle: one caller finds out for all connections', async () => {
    const { proxy, url } = await openProxied()
    const database = await openIdle(url)
    expect(proxy.open).toBe(poolSize)
    proxy.goSilent()
    proxy.recover()
    expect(isUnavailable(await rejectionOf(database.query('select 1')))).toBe(true)
    const { swallowed } = proxy
    expect(swallowed).toBeGreaterThan(0)
    for (let time = 0; time < poolSize; time++) {
      // On a busy machine, a new connection may take longer than a caller waits.
      const ask = () => database.query('select 1 as one')
      expect(await vi.waitFor(ask, { timeout: 20_000 })).toEqual([{ one: 1 }])
    }
    // The others were asked nothing: each connection got only the five bytes that end a session.
    expect(proxy.swallowed - swallowed).toBeLessThanOrEqual(5 * poolSize)
    await expectConnections(() => proxy.open, 1)
  })
})
