import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildServer, createOperatorClient, type Role } from '../src/index.ts'
import type { ServerDatabase } from '../src/store/open-store.ts'
import { makeParty } from './make-party.ts'
import { openFileStore } from './open-test-store.ts'
import { startReceiver } from './start-receiver.ts'
import { countriesPath, operatorToken, startServer } from './start-server.ts'

/** The same store, and how often its queue is asked for work. */
function countFetches(database: ServerDatabase) {
  let fetches = 0
  const jobs = new Proxy(database.jobs, {
    get(target, name) {
      if (name === 'fetch') fetches += 1
      return Reflect.get(target, name).bind(target)
    },
  })
  return { database: { ...database, jobs } satisfies ServerDatabase, fetches: () => fetches }
}

async function startRole(role: Role) {
  const { database, fetches } = countFetches(await openFileStore())
  const server = await startServer({ role, database, worker: { pollMs: 20 } })
  return { ...server, fetches }
}

describe('the role api', () => {
  it('serves partners, accepts changes of status, and leaves their delivery to workers', async () => {
    const receiver = await startReceiver()
    const { ask, bearer, operator, fetches } = await startRole('api')
    expect((await ask({ headers: bearer })).status).toBe(200)
    const { emit } = await makeParty(operator, { url: receiver.url })
    await emit('RETURNED')
    await operator.GET('/operator/v1/deliveries')
    expect([fetches(), receiver.requests.length]).toEqual([0, 0])
    const { data } = await operator.GET('/operator/v1/deliveries')
    expect(data?.items[0]).toMatchObject({ state: 'pending', attempts: 0 })
    // The delivery waits for a worker, which sends it at once.
    await startServer({ role: 'worker', keys: 'as-they-are', database: await openFileStore() })
    await expect.poll(() => receiver.requests.length).toBe(1)
  })
})

describe('the role worker', () => {
  it('delivers, and does not listen for partners', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number }
    const { database, fetches } = countFetches(await openFileStore())
    const server = await buildServer({
      database,
      operatorToken,
      environment: 'development',
      role: 'worker',
    })
    onTestFinished(() => server.close())
    const { url, operatorUrl } = await server.listen({
      partners: { host: '127.0.0.1', port },
      operator: { host: '127.0.0.1', port: 0 },
    })
    expect(url).toBeNull()
    const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
    const receiver = await startReceiver()
    const { emit } = await makeParty(operator, { url: receiver.url })
    await emit('RETURNED')
    await expect.poll(() => receiver.requests.length).toBe(1)
    expect(fetches()).toBeGreaterThan(0)
    const answer = await fetch(operatorUrl + countriesPath)
    expect(answer.status).toBe(404)
  })
})
