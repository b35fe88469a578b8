import { createHash } from 'node:crypto'
import { type PostgresServer, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations, parseRetryAfterSent } from '../../src/generated/index.ts'
import { createApiKey } from '../../src/index.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import { openStoreOn } from '../open-test-store.ts'
import { environment, makeWorld, requests, type World } from '../operator/a-world.ts'
import { startOperator, type TestOperator } from '../operator/start-operator.ts'

const ids = Object.values(operations).map(({ id }) => id)
const isWrite = (id: OperatorId) => operations[id].method !== 'GET'
/** How soon the server must be available again after the store is. */
const backMs = 5_000

describe('an unavailable Postgres', () => {
  let postgres: PostgresServer
  let server: TestOperator
  let world: World
  let key: string
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await openStoreOn(postgres.createDatabase())
    server = await startOperator(database, { rateLimit: { quota: 10_000, windowSeconds: 60 } })
    world = await makeWorld(server)
    const body = { partner: world.partner, environment, label: 'Calls' }
    key = (await server.ok('createKey', { body })).key
  })
  afterAll(async () => {
    await server.close()
    await server.database.close()
    await postgres.remove()
  })

  const statusOf = async (path: string) => (await fetch(server.operatorUrl + path)).status
  /** The statuses of a call with the key and of both health checks. */
  const statuses = async () => [
    (await server.ask({ headers: [['x-api-key', key]] })).status,
    await statusOf('/livez'),
    await statusOf('/readyz'),
  ]

  /** Expects a timely 503 for each kind of partner call that needs the store. */
  async function expectNoAnswer() {
    const known = ['x-api-key', key] as const
    const unknown = ['x-api-key', createApiKey(environment)] as const
    const calls = [[known], [unknown], [known, ['Origin', 'https://app.example'] as const]]
    const startedMs = performance.now()
    for (const response of await Promise.all(calls.map((headers) => server.ask({ headers })))) {
      expect([response.status, response.header('Retry-After')]).toEqual([503, '5'])
      expect(JSON.parse(response.text).error.code).toBe('unavailable')
      expect(response.header('RateLimit')).toBe('"default";r=10000;t=60')
    }
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  }

  /** Expects a timely 503 from an operation of the operator surface. Returns how long it took. */
  async function expectUnavailable(id: OperatorId) {
    const startedMs = performance.now()
    const reply = await server.call(id, requests[id](world))
    expect([reply.status, reply.json.error.code]).toEqual([503, 'service_unavailable'])
    expect(parseRetryAfterSent(reply.headers['retry-after'])).toMatchObject({ ok: true })
    const tookMs = performance.now() - startedMs
    expect(tookMs).toBeLessThan(5_000)
    return tookMs
  }

  async function expectReturn() {
    const patience = { timeout: backMs, interval: 20 }
    await expect.poll(statuses, patience).toEqual([200, 200, 200])
    const create = () => server.call('createPartner', requests.createPartner(world))
    await expect.poll(async () => (await create()).status, patience).toBe(201)
  }

  it('F7 that was killed makes every answer a 503 in its envelope until it is back', async () => {
    expect(await statuses()).toEqual([200, 200, 200])
    await postgres.kill()
    await expect.poll(statuses).toEqual([503, 200, 503])
    await expectNoAnswer()
    for (const id of ids) await expectUnavailable(id)
    // A request that needs no store is answered as usual.
    expect((await server.ask({ path: '/nothing' })).status).toBe(404)
    const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text()
    const [, failures] = /failures_total\{event="store-failure"\} (\d+)/.exec(metrics) ?? []
    expect(Number(failures)).toBeGreaterThan(ids.length)
    expect(metrics).not.toContain(key)
    expect(server.logs.join('')).not.toMatch(/postgres:\/\/|password|"message"/)

    await postgres.restart()
    await expectReturn()
    for (const id of ids) {
      const { status, text } = await server.call(id, requests[id](await makeWorld(server)))
      expect(status, `${id} ${text}`).toBeLessThan(300)
    }
  }, 120_000)

  it('F7 that hangs causes timely 503s, however many calls wait, and is used again afterwards', async () => {
    expect(await postgres.freeze()).toBeGreaterThan(1)
    onTestFinished(postgres.thaw)
    const [aloneMs] = await Promise.all([expectUnavailable('changeStatus'), expectNoAnswer()])
    const change = () => server.call('changeStatus', requests.changeStatus(world))
    const startedMs = performance.now()
    const changed = await Promise.all(Array.from({ length: 600 }, change))
    expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([503]))
    // The calls form six groups. In sequence, these would take more than three times as long as one call.
    expect(performance.now() - startedMs).toBeLessThan(3 * aloneMs)
    postgres.thaw()
    await expectReturn()
  }, 60_000)

  it('F7 that cuts a connection fails at most one call', async () => {
    const list = async () => (await server.call('listPartners')).status
    for (let count = 0; count < 3; count++) {
      // Wait until there are other connections to cut.
      const cut = async () => {
        await Promise.all(ids.map(list))
        const text = `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and datname = current_database()`
        return (await server.database.query(text)).length
      }
      await expect.poll(cut).toBeGreaterThan(0)
      const listed: number[] = []
      for (let call = 0; call < 5; call++) listed.push(await list())
      expect(listed.filter((status) => ![200, 503].includes(status))).toEqual([])
      expect(listed.at(-1)).toBe(200)
    }
  })

  it('F6 that is read-only makes every write a 503 until it accepts writes again, and still serves reads', async () => {
    const { database } = server
    const setReadOnly = async (value: 'on' | 'off') => {
      await database.query(`alter system set default_transaction_read_only = ${value}`)
      await database.query('select pg_reload_conf()')
      const isSet = () => database.query('show default_transaction_read_only')
      await expect.poll(isSet).toEqual([{ default_transaction_read_only: value }])
    }
    await setReadOnly('on')
    // A partner's call writes too, because it counts against the quota.
    await expect.poll(statuses).toEqual([503, 200, 200])
    for (const id of ids.filter(isWrite)) await expectUnavailable(id)
    for (const id of ids.filter((one) => !isWrite(one))) {
      expect((await server.call(id, requests[id](world))).status).toBe(200)
    }
    await setReadOnly('off')
    await expectReturn()
  }, 60_000)

  /** Locks the key in another transaction until released. */
  async function hold(idempotencyKey: string) {
    const lock = createHash('sha256').update(idempotencyKey).digest().readBigInt64BE()
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const ended = server.platform.write(async ({ tx }) => {
      await tx.execute(`select pg_advisory_xact_lock(${lock})`)
      held.resolve()
      await released.promise
    })
    await held.promise
    return async () => {
      released.resolve()
      await ended
    }
  }

  // The first write has its own transaction; the second shares one.
  it.each(['createPartner', 'changeStatus'] as const)(
    'D-028 %s does not wait for a concurrent request with its key',
    async (id) => {
      const asked = { ...requests[id](world), idempotencyKey: `key-of-${id}` }
      const release = await hold(asked.idempotencyKey)
      const startedMs = performance.now()
      const { status, json } = await server.call(id, asked)
      expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use'])
      expect(performance.now() - startedMs).toBeLessThan(2_000)
      await release()
      expect((await server.call(id, asked)).status).toBeLessThan(300)
    },
  )
})
