import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { validatedReading } from '../src/contract.ts'
import { assembleClient } from '../src/create-client.ts'
import { type ClientOptions, createClient } from '../src/index.ts'
import { sleep, systemTime } from '../src/send.ts'
import { apiKey, bodies, clientOf, head } from './exchange.ts'
import { FakeTime, heldMs, Signal } from './fake-time.ts'
import { closed, startRawServer, startServer } from './start-server.ts'

/** A client of a running server whose time limit waits for `time.fire`. */
const connect = (server: { url: string }, time: FakeTime, more: Partial<ClientOptions> = {}) =>
  assembleClient(
    { baseUrl: server.url, apiKey, timeoutMs: heldMs, retries: 0, ...more },
    { time, ...validatedReading },
  )

const announced = `${head}Content-Length: 100\r\n\r\n`
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

describe('a connection reset', () => {
  it.each([
    ['before the status line', ''],
    ['within the headers', head],
    ['before the body', announced],
    ['within the body', `${announced}{"status"`],
    ['within a chunk', `${chunked}9\r\n{"st`],
  ])('%s is a network error with a cause, and is retried', async (_, bytes) => {
    const server = await startRawServer((socket, number) => {
      if (number > 2) return socket.end(`${head}Connection: close\r\n\r\n${bodies[200]}`)
      socket.write(bytes)
      setImmediate(() => socket.resetAndDestroy())
    })
    const result = await connect(server, new FakeTime()).listCountries()
    expect(result).toMatchObject({ status: 'network-error', ok: false, attempts: 1 })
    expect('cause' in result && result.cause).toBeInstanceOf(Error)
    expect('message' in result && result.message).toMatch(
      new RegExp(
        `^GET ${server.url}/\\S+ (answered 200, but its body was cut off|failed with a network)`,
      ),
    )
    const again = await connect(server, new FakeTime(), { retries: 1 }).listCountries()
    expect(again).toMatchObject({ status: 200, attempts: 2 })
    expect(server.talks).toHaveLength(3)
  })

  it('or refused: neither has a response or a rate limit', async () => {
    const gone = await startServer('')
    gone.server.close()
    const result = await connect(gone, new FakeTime()).listCountries()
    expect(result).toMatchObject({ status: 'network-error', rateLimit: null, attempts: 1 })
    expect(result).not.toHaveProperty('response')
  })
})

describe('the time limit', () => {
  const start = 'Content-Length: 100\r\n\r\n'
  it.each<[string, string, object]>([
    [
      'before the headers',
      '',
      { status: 'timeout', message: expect.stringContaining('timed out') },
    ],
    [
      'within the body',
      `HTTP/1.1 200 OK\r\n${start}{"st`,
      { status: 'timeout', message: expect.stringContaining('answered 200, but its body') },
    ],
    ...[401, 403, 429].map((status): [string, string, object] => [
      `within the body of a 7.${status}, whose status decides,`,
      `HTTP/1.1 ${status} No\r\n${start}{"st`,
      { status, error: null, bodyProblem: `The body did not end within ${heldMs} ms.` },
    ]),
  ])('ends an attempt that hangs %s', async (_, bytes, want) => {
    const time = new FakeTime()
    const reached = new Signal()
    const server = await startRawServer((socket) => {
      socket.write(bytes)
      if (bytes === '') reached.give()
    })
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request)
      reached.give()
      return response
    }
    const call = connect(server, time, { fetch }).listCountries()
    await reached.given
    await nextTurn()
    time.fire()
    expect(await call).toMatchObject({ ok: false, attempts: 1, ...want })
    await closed(server.talks[0])
    expect(time.pending.size).toBe(0)
  })

  it('of a call overrides that of the client, applies to each attempt, and is retried', async () => {
    const time = new FakeTime()
    const server = await startRawServer(() => time.fire())
    const client = connect(server, time, { retries: 2, timeoutMs: 1 })
    const result = await client.listCountries({ timeoutMs: heldMs })
    expect(result).toMatchObject({ status: 'timeout', attempts: 3 })
    expect('message' in result && result.message).toContain(`within ${heldMs} ms`)
    expect(server.talks).toHaveLength(3)
  })

  it('ends a fetch that ignores its signal, on the real clock too', async () => {
    const fetch = () => new Promise<never>(() => {})
    const options = { baseUrl: 'https://api.example', apiKey, fetch, timeoutMs: 1, retries: 0 }
    expect(await createClient(options).listCountries()).toMatchObject({ status: 'timeout' })
  })
})

describe('the signal', () => {
  it('sends nothing if it has aborted', async () => {
    const reason = new Error('gone')
    const { client, requests } = clientOf({})
    const result = await client.listCountries({ signal: AbortSignal.abort(reason) })
    expect(result).toMatchObject({ status: 'aborted', ok: false, cause: reason, attempts: 0 })
    expect(requests).toHaveLength(0)
  })

  it('keeps no listener after the call', async () => {
    const { signal } = new AbortController()
    const { client } = clientOf([{ status: 503 }, {}])
    const result = await client.listCountries({ signal, retries: 1 })
    expect(result).toMatchObject({ status: 200, attempts: 2 })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('ends a call in flight, and its connection', async () => {
    const controller = new AbortController()
    const time = new FakeTime()
    const server = await startRawServer((socket) => {
      socket.write(`${announced}{`)
      controller.abort('bored')
    })
    const result = await connect(server, time).listCountries({ signal: controller.signal })
    expect(result).toMatchObject({ status: 'aborted', cause: 'bored', attempts: 1 })
    await closed(server.talks[0])
    expect(time.pending.size).toBe(0)
  })

  it('ends the wait for a retry, and leaves no timer', async () => {
    const controller = new AbortController()
    const waitMs = 7000
    const time = new FakeTime({ held: [heldMs, waitMs] })
    const headers = { 'retry-after': String(waitMs / 1000) }
    const { client, requests } = clientOf({ status: 503, headers }, { time, retries: 2 })
    const call = client.listCountries({ signal: controller.signal })
    await time.holds(waitMs)
    controller.abort()
    expect(await call).toMatchObject({ status: 'aborted', attempts: 1 })
    expect(time.pending.size).toBe(0)
    expect(requests).toHaveLength(1)
  })

  it('that has aborted starts no timer', async () => {
    const time = new FakeTime()
    expect(await sleep(heldMs, { time, signal: AbortSignal.abort() })).toBe(false)
    expect(time.pending.size).toBe(0)
  })
})

it('the real timer is gone once it is cancelled', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const cancel = systemTime.after(60_000, () => {})
  expect(timers()).toBe(before + 1)
  cancel()
  expect(timers()).toBe(before)
})

describe('the size limit', () => {
  it('stops an endless body', async () => {
    const server = await startRawServer((socket) => {
      socket.write(`${head}\r\n`)
      const pour = () => {
        while (!socket.destroyed && socket.write(' '.repeat(65_536)));
      }
      socket.on('drain', pour)
      pour()
    })
    const client = createClient({ baseUrl: server.url, apiKey, bodyLimitBytes: 1_000_000 })
    const tooLarge = { status: 'protocol-error', code: 'body-too-large', attempts: 1 }
    expect(await client.listCountries()).toMatchObject(tooLarge)
    await closed(server.talks[0])
  })

  it('counts the bytes after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000, ' '))
    expect(bomb.length).toBeLessThan(5_000)
    const server = await startServer(bomb, { 'content-encoding': 'gzip' })
    const client = createClient({ baseUrl: server.url, apiKey, bodyLimitBytes: 1_000_000 })
    const tooLarge = { status: 'protocol-error', code: 'body-too-large' }
    expect(await client.listCountries()).toMatchObject(tooLarge)
  })

  it.each([
    [0, 200],
    [1, 'protocol-error'],
  ])('admits a body of exactly its size, and not %i more', async (excess, status) => {
    const bodyLimitBytes = Buffer.byteLength(bodies[200]) - excess
    const { client } = clientOf({}, { bodyLimitBytes })
    expect(await client.listCountries()).toMatchObject({ status })
  })
})
