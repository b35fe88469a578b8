import { expect, it } from 'vitest'
import { makeParty } from '../make-party.ts'
import { startReceiver } from '../start-receiver.ts'
import { startServer } from '../start-server.ts'

it('F5 a stopping server counts attempts answered in time and cuts the others; the next server repeats them', async () => {
  const stopping = Promise.withResolvers<void>()
  let isHanging = true
  const receiver = await startReceiver(async (response, { path }) => {
    if (isHanging && path.endsWith('odd')) return
    await stopping.promise
    response.writeHead(202).end()
  })
  const given = { role: 'all', limits: { closeGraceMs: 500 } } as const
  const { operator, close } = await startServer(given)
  for (const url of [receiver.url, `${receiver.url}?odd`]) {
    const { emit } = await makeParty(operator, { url })
    await emit('RETURNED')
  }
  await expect.poll(() => receiver.requests.length).toBe(2)
  const startedMs = performance.now()
  const closed = close()
  stopping.resolve()
  await closed
  // Much less than an attempt may take.
  expect(performance.now() - startedMs).toBeLessThan(8_000)
  isHanging = false
  const next = await startServer({ ...given, keys: 'as-they-are' })
  const look = async () => {
    const { data } = await next.operator.GET('/operator/v1/deliveries')
    return data?.items.map(({ state, attempts }) => `${state} ${attempts}`)
  }
  await expect.poll(look).toEqual(['delivered 1', 'delivered 1'])
  expect(receiver.requests).toHaveLength(3)
})
