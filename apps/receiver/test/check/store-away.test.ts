import { type PostgresServer, startPostgres } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openStore, type ReceiverOptions } from '../../src/index.ts'
import { eventWith } from '../deliveries.ts'
import { startPage } from '../page/start-page.ts'
import { startReceiver } from '../use-receiver.ts'

const { accepted, storageFailed } = constants.receiverAnswers

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())

async function open() {
  const location = { kind: 'postgres', url: await server.createDatabase() } as const
  const database = await openStore({ location })
  onTestFinished(() => database.close())
  return database
}

/** A receiver, and a sender that gives up after the time that the service waits. */
async function start(options: Pick<ReceiverOptions, 'handle'> = {}) {
  const receiver = await startReceiver({ database: await open(), ...options } as ReceiverOptions)
  let count = 0
  const deliver = async () => {
    const startedMs = performance.now()
    const { status } = await receiver.send({
      body: JSON.stringify(eventWith({ seconds: -count++ })),
    })
    expect(performance.now() - startedMs).toBeLessThan(constants.attemptTimeoutMs)
    return status
  }
  return { ...receiver, deliver }
}

it('F7 an event is handled once if Postgres goes away and comes back meanwhile', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  const { deliver, entries } = await start({
    async handle() {
      calls += 1
      begun.resolve()
      await held.promise
    },
  })
  expect(await deliver()).toBe(accepted)
  await begun.promise
  expect(await server.kill()).toBeGreaterThan(0)
  held.resolve()
  expect(await deliver()).toBe(storageFailed)
  await server.restart()
  await expect.poll(() => entries('handled').catch(() => [])).toHaveLength(1)
  expect(calls).toBe(1)
})

it('F7 300 deliveries get an answer in time while Postgres hangs', async () => {
  const { deliver } = await start()
  expect(await deliver()).toBe(accepted)
  expect(await server.freeze()).toBeGreaterThan(0)
  const refused = await Promise.all(Array.from({ length: 300 }, deliver))
  expect(new Set(refused)).toEqual(new Set([storageFailed]))
  server.thaw()
  await expect.poll(deliver).toBe(accepted)
})

it('F7 the page answers 503 while the store is away, and recovers', async () => {
  const { json, logs, add } = await startPage(await open())
  await add()
  const { body } = await json('/api/entries')
  const unavailable = { status: 503, body: { code: 'inbox-unavailable' } }
  await server.kill()
  for (const path of ['/api/entries', `/api/entries/${body.entries[0].id}`]) {
    expect(await json(path)).toMatchObject(unavailable)
  }
  expect(logs).toContainEqual(
    expect.objectContaining({ event: 'failure', code: 'inbox-unavailable' }),
  )
  await server.restart()
  await expect.poll(async () => (await json('/api/entries')).status).toBe(200)
})
