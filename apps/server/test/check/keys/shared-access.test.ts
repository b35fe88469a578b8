import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey, type OperatorClient, openStore } from '../../../src/index.ts'
import { hashApiKey } from '../../../src/keys/api-key.ts'
import type { ServerDatabase } from '../../../src/store/open-store.ts'
import { secretsKeys } from '../../../src/testing/start-sender.ts'
import { countQueries } from '../../gate-queries.ts'
import { createTestDatabase, openStoreOn } from '../../open-test-store.ts'
import { type Given, startServer } from '../../start-server.ts'

const environment = 'development'
const origin = 'https://app.example'

let url: string
beforeEach(async () => {
  url = await createTestDatabase()
})

/** A store like that of another process on the same Postgres. `drops` counts its broken connections. */
async function open() {
  let drops = 0
  const database = await openStoreOn(url)
  onTestFinished(() => database.close())
  const listen: ServerDatabase['listen'] = (channel, listener) =>
    database.listen(channel, {
      ...listener,
      onLive(isLive) {
        listener.onLive(isLive)
        if (!isLive) drops += 1
      },
    })
  return { database: { ...database, listen }, drops: () => drops }
}

/** A server on a store, and how often it looks up keys. */
async function startOn(database: ServerDatabase, given: Given = {}) {
  const counted = countQueries(database, 'from api_keys')
  const rateLimit = { quota: 10_000, windowSeconds: 60 }
  const server = await startServer({ database: counted.database, rateLimit, ...given })
  /** The status once the store answers: the first call may find its connection broken. */
  const statusFor = async (headers: readonly (readonly [string, string])[]): Promise<number> => {
    const { status } = await server.ask({ headers })
    return status === 503 ? statusFor(headers) : status
  }
  return { ...server, statusFor, lookups: counted.count }
}

const allow = (operator: OperatorClient, list: string[]) =>
  operator.PATCH('/operator/v1/settings', { body: { origins: { [environment]: list } } })

describe('two processes on one Postgres', () => {
  it('5.3, 5.4 both know of a new origin and a revoked key soon after one of them makes the change', async () => {
    const one = await startOn((await open()).database)
    const other = await startOn((await open()).database, { keys: 'as-they-are' })
    const headers = one.bearer
    const patience = { timeout: 1_000, interval: 10 }
    const askFrom = async () =>
      (await other.ask({ headers: [...headers, ['Origin', origin]] })).status
    expect(await askFrom()).toBe(403)
    await allow(one.operator, [origin])
    await expect.poll(askFrom, patience).toBe(200)
    await allow(one.operator, [])
    await expect.poll(askFrom, patience).toBe(403)

    expect([(await one.ask({ headers })).status, (await other.ask({ headers })).status]).toEqual([
      200, 200,
    ])
    const known = other.lookups()
    await other.ask({ headers })
    // The key was cached.
    expect(other.lookups()).toBe(known)
    const { data } = await one.operator.GET('/operator/v1/keys')
    const params = { path: { keyId: data?.items[0]?.id ?? '' } }
    await one.operator.POST('/operator/v1/keys/{keyId}/revoke', { params })
    expect((await one.ask({ headers })).status).toBe(401)
    const ask = async () => (await other.ask({ headers })).status
    await expect.poll(ask, patience).toBe(401)
  })
})

/** The same store for a server that misses every change, and does not notice. */
const deafen = (database: ServerDatabase): ServerDatabase => ({
  ...database,
  listen: (channel, listener) =>
    database.listen(channel, {
      onPayload() {},
      onLive: (isLive) => isLive && listener.onLive(true),
    }),
})

describe('a lost notification connection', () => {
  /** Ends every connection to the database but its own. */
  const dropOthers = async (admin: ServerDatabase) => {
    const dropped = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(dropped.length).toBeGreaterThan(0)
  }
  const admin = async () => {
    const location = { kind: 'postgres', url, poolSize: 1 } as const
    // With one connection, it does not listen.
    const database = await openStore({ location, secretsKeys })
    onTestFinished(() => database.close())
    return database
  }

  it.each([
    ['empties the cache: a key revoked in the meantime is rejected', false, 401],
    ['finds the mutant whose cache ignores the loss: it admits that key', true, 200],
  ])('F7 %s', async (_, isDeaf, status) => {
    const { database, drops } = await open()
    const { statusFor, bearer, lookups } = await startOn(isDeaf ? deafen(database) : database)
    for (let call = 0; call < 2; call++) expect(await statusFor(bearer)).toBe(200)
    expect(lookups()).toBe(1)
    const other = await admin()
    await dropOthers(other)
    await other.query("update api_keys set revokes_at = '2000-01-01'")
    await expect.poll(drops).toBeGreaterThan(0)
    expect(await statusFor(bearer)).toBe(status)
  })

  it('F7 is restored within 5 s, and reports changes as before', async () => {
    const { database, drops } = await open()
    const one = await startOn(database)
    const other = await startOn((await open()).database, { keys: 'as-they-are' })
    expect((await one.ask({ headers: one.bearer })).status).toBe(200)
    const key = createApiKey(environment)
    await dropOthers(await admin())
    await expect.poll(drops).toBeGreaterThan(0)
    const isKept = async () => {
      const before = one.lookups()
      const ask = async () => (await one.ask({ headers: one.bearer })).status
      return (await ask()) === 200 && (await ask()) === 200 && one.lookups() - before <= 1
    }
    await expect.poll(isKept, { timeout: 5_000 }).toBe(true)
    await other.database.query('update api_keys set sha256 = $1', [hashApiKey(key)])
    await allow(other.operator, [origin])
    await expect.poll(() => one.statusFor(one.bearer), { timeout: 1_000, interval: 10 }).toBe(401)
    expect(await one.statusFor([['x-api-key', key]])).toBe(200)
  })
})
