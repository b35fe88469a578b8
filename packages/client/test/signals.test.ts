import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/assemble-client.ts'
import { createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { closed, reply, startRawServer, startServer } from './start-server.ts'

const apiKey = 'ppk_dev_0123456789'
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

describe('signal', () => {
  it('that has aborted sends nothing', async () => {
    await using server = await startServer((response) =>
      reply(response, 200, { body: bodies[200] }),
    )
    const reason = new Error('gone')
    const client = createClient({ baseUrl: server.url, apiKey })
    const result = await client.listCountries({ signal: AbortSignal.abort(reason) })
    expect(result).toMatchObject({ status: 'aborted', ok: false, cause: reason, attempts: 0 })
    expect(server.sockets).toHaveLength(0)
  })

  it('keeps no listener of a call that has ended', async () => {
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
