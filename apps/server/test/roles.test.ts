import { expect, it } from 'vitest'
import { makeParty } from './make-party.ts'
import { openFileStore } from './open-test-store.ts'
import { startReceiver } from './start-receiver.ts'
import { countriesPath, startServer } from './start-server.ts'

it('the role api serves partners and leaves deliveries to the role worker, which serves none', async () => {
  const store = await openFileStore()
  let fetches = 0
  const jobs = new Proxy(store.jobs, {
    get(target, name) {
      if (name === 'fetch') fetches += 1
      return Reflect.get(target, name).bind(target)
    },
  })
  const database = { ...store, jobs }
  const receiver = await startReceiver()
  const { ask, bearer, operator } = await startServer({ role: 'api', database })
  expect((await ask({ headers: bearer })).status).toBe(200)
  const { emit } = await makeParty(operator, { url: receiver.url })
  await emit('RETURNED')
  const { data } = await operator.GET('/operator/v1/deliveries')
  expect(data?.items[0]).toMatchObject({ state: 'pending', attempts: 0 })
  expect([fetches, receiver.requests.length]).toEqual([0, 0])

  // It polls so rarely that it must hear of the second event.
  const rarely = { pollMs: 600_000 }
  const given = { role: 'worker', keys: 'as-they-are', worker: rarely } as const
  const worker = await startServer({ ...given, database })
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(fetches).toBeGreaterThan(0)
  await emit('SUBMITTED')
  await expect.poll(() => receiver.requests.length).toBe(2)
  expect(worker.url).toBe('')
  expect((await fetch(worker.operatorUrl + countriesPath)).status).toBe(404)
})
