import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/create-client.ts'
import { createClient } from '../src/index.ts'
import { sleep, systemTime } from '../src/send.ts'
import { bodies } from './answers.ts'
import { apiKey, head } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { closed, reply, startRawServer, startServer } from './start-server.ts'

describe('signal', () => {
  it('sends nothing if it has aborted', async () => {
    await using server = await startServer((response) =>
      reply(response, 200, { body: bodies[200] }),
    )
    const reason = new Error('gone')
    const client = createClient({ baseUrl: server.url, apiKey })
    const result = await client.listCountries({ signal: AbortSignal.abort(reason) })
    expect(result).toMatchObject({ status: 'aborted', ok: false, cause: reason, attempts: 0 })
    expect(server.sockets).toHaveLength(0)
  })

  it('keeps no listener after the call', async () => {
    await using server = await startServer((response, number) =>
      reply(response, number === 1 ? 503 : 200, { body: bodies[200] }),
    )
    const { signal } = new AbortController()
    const options = { baseUrl: server.url, apiKey, timeoutMs: heldMs }
    const result = await assembleClient(options, new FakeTime()).listCountries({ signal })
    expect(result).toMatchObject({ status: 200, attempts: 2 })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('ends a call in flight, and its connection', async () => {
    const controller = new AbortController()
    const time = new FakeTime()
    await using server = await startRawServer((socket) => {
      socket.write(`${head}Content-Length: 100\r\n\r\n{`)
      controller.abort('bored')
    })
    const client = assembleClient({ baseUrl: server.url, apiKey, timeoutMs: heldMs }, time)
    const result = await client.listCountries({ signal: controller.signal })
    expect(result).toMatchObject({ status: 'aborted', cause: 'bored', attempts: 1 })
    await closed(server.talks[0])
    expect(time.pending.size).toBe(0)
  })

  it('ends the wait for a retry, and leaves no timer', async () => {
    const controller = new AbortController()
    const waitMs = 7000
    const time = new FakeTime({ held: [heldMs, waitMs] })
    await using server = await startServer((response) =>
      reply(response, 503, { headers: { 'retry-after': String(waitMs / 1000) } }),
    )
    const client = assembleClient({ baseUrl: server.url, apiKey, timeoutMs: heldMs }, time)
    const call = client.listCountries({ signal: controller.signal })
    await time.holds(waitMs)
    controller.abort()
    expect(await call).toMatchObject({ status: 'aborted', attempts: 1 })
    expect(time.pending.size).toBe(0)
    expect(server.requests).toHaveLength(1)
  })
})

describe('sleep', () => {
  it('lasts as long as asked on the real clock, without a signal', async () => {
    const startMs = systemTime.nowMs()
    expect(Math.abs(startMs - Date.now())).toBeLessThan(1000)
    expect(await sleep(2, { time: systemTime, signal: undefined })).toBe(true)
    expect(systemTime.nowMs() - startMs).toBeGreaterThanOrEqual(1)
  })

  it('starts no timer for a signal that has already aborted', async () => {
    const time = new FakeTime()
    expect(await sleep(heldMs, { time, signal: AbortSignal.abort() })).toBe(false)
    expect(time.pending.size).toBe(0)
  })
})

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

it('the real timer is gone once it is cancelled', () => {
  const before = timers()
  const cancel = systemTime.after(60_000, () => {})
  expect(timers()).toBe(before + 1)
  cancel()
  expect(timers()).toBe(before)
})

it('real randomness stays between 0 and 1', () => {
  const throws = Array.from({ length: 100 }, () => systemTime.random())
  expect(throws.every((thrown) => thrown >= 0 && thrown < 1)).toBe(true)
  expect(new Set(throws).size).toBeGreaterThan(90)
})
