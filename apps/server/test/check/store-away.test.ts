import { type PostgresServer, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { openStoreOn } from '../open-test-store.ts'
import { startServer } from '../start-server.ts'
import type { WireResponse } from '../wire.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

/** How soon the server must be available again after the store is. */
const backMs = 5_000

async function start() {
  const database = await openStoreOn(postgres.createDatabase())
  onTestFinished(() => database.close())
  const rateLimit = { quota: 10_000, windowSeconds: 60 }
  const server = await startServer({ database, checkResponses: false, rateLimit })
  const get = async (path: string) => {
    const response = await fetch(server.operatorUrl + path)
    return { status: response.status, text: await response.text() }
  }
  const statuses = async () => [(await get('/livez')).status, (await get('/readyz')).status]
  return { ...server, get, statuses }
}

/** The headers of one call for each kind of answer that needs the store. */
const calls = (key: string) =>
  [
    [['x-api-key', key]],
    [['x-api-key', createApiKey('development')]],
    [
      ['x-api-key', key],
      ['Origin', 'https://app.example'],
    ],
  ] as const

function expectUnavailable(response: WireResponse) {
  expect([response.status, response.header('Retry-After')]).toEqual([503, '5'])
  expect(JSON.parse(response.text).error.code).toBe('unavailable')
  expect(response.header('RateLimit')).toMatch(/^"default";r=10000;t=60$/)
}

describe('an unavailable Postgres', () => {
  it('F7 that was killed makes every answer a 503 in the envelope until it is back', async () => {
    const { ask, bearer, key, get, statuses, logs } = await start()
    expect((await ask({ headers: bearer })).status).toBe(200)
    expect(await statuses()).toEqual([200, 200])

    await postgres.kill()
    await expect.poll(statuses).toEqual([200, 503])
    for (const headers of calls(key)) expectUnavailable(await ask({ headers }))
    // A request that needs no store is answered as usual.
    expect((await ask({ path: '/nothing' })).status).toBe(404)
    const { text } = await get('/metrics')
    expect(Number(/failures_total\{event="store-failure"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(
      2,
    )
    expect(text).not.toContain(key)
    expect(logs.join('')).not.toMatch(/postgres:\/\/|password|"message"/)

    await postgres.restart()
    const startedMs = performance.now()
    const status = async () => (await ask({ headers: bearer })).status
    await expect.poll(status, { timeout: backMs, interval: 20 }).toBe(200)
    expect(performance.now() - startedMs).toBeLessThan(backMs)
    await expect.poll(statuses, { timeout: backMs, interval: 20 }).toEqual([200, 200])
  })

  it('F7 that hangs causes a 503 within 5 s, and is used again as soon as it continues', async () => {
    const { ask, bearer, statuses } = await start()
    expect((await ask({ headers: bearer })).status).toBe(200)
    expect(await postgres.freeze()).toBeGreaterThan(1)
    const startedMs = performance.now()
    expectUnavailable(await ask({ headers: bearer }))
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    postgres.thaw()
    const status = async () => (await ask({ headers: bearer })).status
    await expect.poll(status, { timeout: backMs, interval: 20 }).toBe(200)
    await expect.poll(statuses, { timeout: backMs, interval: 20 }).toEqual([200, 200])
  })

  it('F6 that is read-only makes the answer a 503 until it accepts writes', async () => {
    const { ask, bearer, database, statuses } = await start()
    expect((await ask({ headers: bearer })).status).toBe(200)
    const setReadOnly = async (state: 'on' | 'off') => {
      await database.query(`alter system set default_transaction_read_only = ${state}`)
      await database.query('select pg_reload_conf()')
      const isState = () => database.query('show default_transaction_read_only')
      await expect.poll(isState).toEqual([{ default_transaction_read_only: state }])
    }
    await setReadOnly('on')
    expectUnavailable(await ask({ headers: bearer }))
    // It still accepts reads.
    expect(await statuses()).toEqual([200, 200])
    await setReadOnly('off')
    expect((await ask({ headers: bearer })).status).toBe(200)
  })
})
