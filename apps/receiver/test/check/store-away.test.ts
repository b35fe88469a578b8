import { type PostgresServer, startPostgres } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openStore, type ReceiverOptions } from '../../src/index.ts'
import { eventWith } from '../deliveries.ts'
import { startPage } from '../page/start-page.ts'
import { startReceiver } from '../use-receiver.ts'

const { accepted, storageFailed } = constants.receiverAnswers
/** The service gives up on an attempt after that. */
const patienceMs = constants.attemptTimeoutMs

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

async function start(options: Pick<ReceiverOptions, 'handle'> = {}) {
  const database = await open()
  const receiver = await startReceiver({ database, ...options } as ReceiverOptions)
  let count = 0
  const deliver = async () => {
    const startedMs = performance.now()
    const response = await receiver.send({ body: JSON.stringify(eventWith({ seconds: -count++ })) })
    expect(performance.now() - startedMs).toBeLessThan(patienceMs)
    return response
  }
  return { ...receiver, deliver }
}

/** Delivers until it is taken again; gives how many were refused before. */
async function untilAccepted(deliver: Awaited<ReturnType<typeof start>>['deliver']) {
  for (let refused = 0; ; refused++) {
    if ((await deliver()).status === accepted) return refused
  }
}

it('F7 answers 503 with Retry-After while Postgres is away, and takes deliveries when it is back', async () => {
  const { deliver, events, untilHandled } = await start()
  expect((await deliver()).status).toBe(accepted)
  await untilHandled(1)
  expect(await server.kill()).toBeGreaterThan(0)
  for (const { status, head } of [await deliver(), await deliver()]) {
    expect(status).toBe(storageFailed)
    expect(head).toMatch(/\r\nretry-after: [0-9]+/i)
  }
  await server.restart()
  await untilAccepted(deliver)
  const kept = await events()
  expect(kept.length).toBeGreaterThanOrEqual(2)
  await untilHandled(kept.length)
})

it('F7 handles an event once where Postgres goes away and comes back while it is handled', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  const { deliver, entries } = await start({
    async handle() {
      calls += 1
      begun.resolve()
      await held.promise
    },
  })
  expect((await deliver()).status).toBe(accepted)
  await begun.promise
  expect(await server.kill()).toBeGreaterThan(0)
  held.resolve()
  expect((await deliver()).status).toBe(storageFailed)
  await server.restart()
  await expect.poll(() => entries('handled').catch(() => [])).toHaveLength(1)
  expect(calls).toBe(1)
})

it('F7 answers in time while Postgres stands still, all who wait at once', async () => {
  const { deliver } = await start()
  expect((await deliver()).status).toBe(accepted)
  expect(await server.freeze()).toBeGreaterThan(0)
  const refused = await Promise.all(Array.from({ length: 300 }, deliver))
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([storageFailed]))
  server.thaw()
  await untilAccepted(deliver)
})

it('F7 the page answers 503 while the store is gone, and recovers by itself once it is back', async () => {
  const { json, logs, add } = await startPage(await open())
  await add()
  const { body } = await json('/api/entries')
  const paths = ['/api/entries', `/api/entries/${body.entries[0].id}`]

  await server.kill()
  for (const path of paths) {
    expect(await json(path)).toMatchObject({ status: 503, body: { code: 'inbox-unavailable' } })
  }
  expect(logs).toContainEqual(
    expect.objectContaining({ event: 'failure', code: 'inbox-unavailable' }),
  )

  await server.restart()
  await expect.poll(async () => (await json('/api/entries')).status).toBe(200)
})
