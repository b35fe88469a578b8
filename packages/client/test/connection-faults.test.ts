import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/create-client.ts'
import { createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey, head } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { Signal } from './signal.ts'
import { closed, startRawServer, startServer } from './start-server.ts'

describe('connection reset', () => {
  const stages: [string, (socket: Socket) => void][] = [
    ['before the status line', () => {}],
    ['within the status line', (socket) => socket.write('HTTP/1.1 2')],
    ['within the headers', (socket) => socket.write(head)],
    ['before the body', (socket) => socket.write(`${head}Content-Length: 100\r\n\r\n`)],
    ['within the body', (socket) => socket.write(`${head}Content-Length: 100\r\n\r\n{"status"`)],
    [
      'within a chunk',
      (socket) => socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"st`),
    ],
    [
      'between chunks',
      (socket) => socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`),
    ],
  ]
  it.each(stages)('%s is a network error, with cause, method and URL', async (_, write) => {
    await using server = await startRawServer((socket) => {
      write(socket)
      setImmediate(() => socket.resetAndDestroy())
    })
    const result = await createClient({ baseUrl: server.url, apiKey, retries: 0 }).listCountries()
    expect(result).toMatchObject({ status: 'network-error', ok: false, attempts: 1 })
    expect('cause' in result && result.cause).toBeInstanceOf(Error)
    expect('message' in result && result.message).toMatch(
      new RegExp(
        `^GET ${server.url}/\\S+ (answered 200, but its body broke off|failed with a network error)`,
      ),
    )
    expect(server.talks).toHaveLength(1)
  })

  it.each(stages)('%s is retried', async (_, write) => {
    await using server = await startRawServer((socket, number) => {
      if (number > 1) {
        return socket.end(`${head}Connection: close\r\n\r\n${bodies[200]}`)
      }
      write(socket)
      setImmediate(() => socket.resetAndDestroy())
    })
    const client = assembleClient(
      { baseUrl: server.url, apiKey, timeoutMs: heldMs },
      new FakeTime(),
    )
    expect(await client.listCountries()).toMatchObject({ status: 200, attempts: 2 })
    expect(server.talks).toHaveLength(2)
  })

  it('or refused: neither has a response or a rate limit', async () => {
    const closed = await startServer(() => {})
    await closed[Symbol.asyncDispose]()
    const result = await createClient({ baseUrl: closed.url, apiKey, retries: 0 }).listCountries()
    expect(result).toMatchObject({ status: 'network-error', rateLimit: null, attempts: 1 })
    expect(result).not.toHaveProperty('response')
  })
})

describe('time limit', () => {
  const stages: [string, (socket: Socket) => void, boolean][] = [
    ['before the headers', () => {}, false],
    ['after the headers', (socket) => socket.write(`${head}Content-Length: 100\r\n\r\n`), true],
    ['within the body', (socket) => socket.write(`${head}Content-Length: 100\r\n\r\n{"st`), true],
  ]
  it.each(stages)('ends an attempt that hangs %s', async (_, write, hasHeaders) => {
    const time = new FakeTime()
    const reached = new Signal()
    await using server = await startRawServer((socket) => {
      write(socket)
      if (!hasHeaders) reached.give()
    })
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request)
      reached.give()
      return response
    }
    const options = { baseUrl: server.url, apiKey, fetch, timeoutMs: heldMs, retries: 0 }
    const call = assembleClient(options, time).listCountries()
    await reached.given
    await nextTurn()
    time.fire()
    expect(await call).toMatchObject({
      ...{ status: 'timeout', ok: false, attempts: 1 },
      message: expect.stringContaining(hasHeaders ? 'answered 200, but its body' : 'timed out'),
    })
    await closed(server.talks[0])
    expect(time.pending.size).toBe(0)
  })

  it.each([401, 403, 429])('7.%i lets the status decide if the body never ends', async (status) => {
    const time = new FakeTime()
    const reached = new Signal()
    await using server = await startRawServer((socket) =>
      socket.write(`HTTP/1.1 ${status} No\r\nContent-Length: 100\r\n\r\n{"st`),
    )
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request)
      reached.give()
      return response
    }
    const options = { baseUrl: server.url, apiKey, fetch, timeoutMs: heldMs, retries: 0 }
    const call = assembleClient(options, time).listCountries()
    await reached.given
    await nextTurn()
    time.fire()
    expect(await call).toMatchObject({
      ...{ status, error: null },
      bodyProblem: expect.stringMatching(/^The body did not end within \d+ ms\.$/),
    })
  })

  it('applies to each attempt, and a timeout is retried', async () => {
    const time = new FakeTime()
    await using server = await startRawServer(() => time.fire())
    const options = { baseUrl: server.url, apiKey, timeoutMs: heldMs, retries: 2 }
    const result = await assembleClient(options, time).listCountries()
    expect(result).toMatchObject({ status: 'timeout', attempts: 3 })
    expect('message' in result && result.message).toContain(`within ${heldMs} ms`)
    expect(server.talks).toHaveLength(3)
  })

  it('of a call overrides that of the client', async () => {
    const time = new FakeTime()
    await using server = await startRawServer(() => time.fire())
    const client = assembleClient({ baseUrl: server.url, apiKey, retries: 0 }, time)
    expect(await client.listCountries({ timeoutMs: heldMs })).toMatchObject({ status: 'timeout' })
    await expect(client.listCountries({ timeoutMs: 0 })).rejects.toThrow(/^Option timeoutMs is out/)
  })

  it('ends a fetch that ignores its signal', async () => {
    const time = new FakeTime()
    const fetch = () => {
      setImmediate(() => time.fire())
      return new Promise<never>(() => {})
    }
    const options = { baseUrl: 'https://api.example', apiKey, fetch, timeoutMs: heldMs, retries: 0 }
    expect(await assembleClient(options, time).listCountries()).toMatchObject({ status: 'timeout' })
  })

  it('runs on the real clock', async () => {
    await using server = await startRawServer(() => {})
    const client = createClient({ baseUrl: server.url, apiKey, timeoutMs: 1, retries: 0 })
    expect(await client.listCountries()).toMatchObject({ status: 'timeout' })
  })
})
