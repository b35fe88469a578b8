import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { listen } from '@partner-platform/harness'
import { dial, exchangeBytes } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import {
  createStrictHttpServer,
  type HttpLimits,
  httpLimits,
  type ProtocolErrorStatus,
} from '../src/index.ts'

const short = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20, lingerMs: 50 }
/** When a connection must be gone at the latest, on a slow machine too. */
const goneMs = 2_000
const head = 'GET / HTTP/1.1\r\nHost: a.test\r\n'
const tunnel = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'

/** A server with short time limits; `rendered` keeps the status of each error that it answered. */
async function start(listener: RequestListener, given: Partial<HttpLimits> = {}) {
  const rendered: ProtocolErrorStatus[] = []
  const server = createStrictHttpServer(listener, {
    limits: { ...httpLimits, ...short, ...given },
    baseHeaders: { 'x-base': 'always' },
    renderError(status) {
      rendered.push(status)
      return { headers: { 'x-error': String(status) }, body: Buffer.from('ä') }
    },
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  /** Everything that came until the server closed the connection. */
  const exchange = async (bytes: string, onData: (socket: Socket) => void = () => {}) =>
    String(await exchangeBytes(url, bytes, { onData }))
  /** A caller that never says it is done: it goes on sending until it is cut, and may read nothing. */
  const hold = async (bytes: string, { dripped = 'a', isDeaf = false } = {}) => {
    const { socket, received } = dial(url, { allowHalfOpen: true })
    if (isDeaf) socket.pause()
    socket.write(bytes)
    const drip = setInterval(() => void socket.write(dripped), 20)
    const [serverSocket] = (await once(server, 'connection')) as [Socket]
    const startedMs = performance.now()
    const closed = new Promise<number>((resolve) => {
      serverSocket.once('close', () => resolve(performance.now() - startedMs))
    })
    void closed.then(() => clearInterval(drip))
    const heard = new Promise<string>((resolve) => {
      for (const name of ['end', 'close']) socket.once(name, () => resolve(received()))
    })
    return { closed, heard }
  }
  return { rendered, exchange, hold, server, url }
}

/** A server that begins each answer at once, and ends it when the test says so. */
async function startHeld() {
  const later: (() => void)[] = []
  const started = await start((_request, response) => {
    response.write('o')
    later.push(() => response.end('k'))
  })
  return { ...started, later }
}

const statusesOf = (received: string) =>
  received.match(/HTTP\/1\.1 [0-9]{3}/g)?.map((one) => one.slice(9))

describe('createStrictHttpServer', () => {
  it('sends the base headers and the rendered error in an answer without a request', async () => {
    const { exchange, rendered } = await start(() => {})
    const received = await exchange('garbage\r\n\r\n')
    expect(received).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\ndate: .+ GMT\r\nx-base: always\r\nx-error: 400\r\ncontent-length: 2\r\nconnection: close\r\n\r\nä$/,
    )
    expect(rendered).toEqual([400])
  })

  it('answers callers that end their side after the call, late answers too, and then closes', async () => {
    const { server, url, later } = await startHeld()
    const connected = once(server, 'connection')
    const { socket, received, closed } = dial(url, { allowHalfOpen: true })
    socket.end(`${head}\r\n`)
    const [serverSocket] = (await connected) as [Socket]
    await once(serverSocket, 'end')
    later[0]?.()
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]+k\r\n0\r\n\r\n$/)
  })

  it('sends both in an answer in place of that of the listener, and in no other', async () => {
    const { exchange, rendered } = await start((_request, response) => response.end('ok'))
    const refused = await exchange(`${head}Host: b.test\r\n\r\n`)
    expect(refused).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nx-base: always\r\nx-error: 400\r\n/)
    const answered = await exchange(`${head}Connection: close\r\n\r\n`)
    expect(statusesOf(answered)).toEqual(['200'])
    expect(answered).not.toContain('x-base')
    expect(rendered).toEqual([400])
  })

  it('does not change an answer that began before the request body arrived', async () => {
    const later: (() => void)[] = []
    const { exchange, rendered, server } = await start((_request, response) => {
      response.writeHead(200, { 'content-length': 2 }).write('o')
      later.push(() => response.end('k'))
    })
    // The answer ends only after the server has given up on the body.
    server.prependListener('clientError', () => setImmediate(() => later[0]?.()))
    const received = await exchange(`${head}Content-Length: 10\r\n\r\n{"`)
    expect(statusesOf(received)).toEqual(['200'])
    expect(received.endsWith('ok')).toBe(true)
    expect(rendered).toEqual([])
  })

  it('answers a request whose body never arrives, after the ones before it', async () => {
    const later: (() => void)[] = []
    const { exchange, server } = await start((request, response) => {
      if (request.headers['content-length'] === undefined) later.push(() => response.end('first'))
    })
    server.prependListener('clientError', () => setImmediate(() => later[0]?.()))
    const received = await exchange(`${head}\r\n${head}Content-Length: 10\r\n\r\n{"`)
    expect(later).toHaveLength(1)
    expect(statusesOf(received)).toEqual(['200', '408'])
  })

  it('does not pass on a request that got a 408 before it was complete', async () => {
    let handed = 0
    const { exchange } = await start(() => {
      handed += 1
    })
    const received = await exchange(head, (socket) => void socket.write('\r\n'))
    expect(statusesOf(received)).toEqual(['408'])
    expect(handed).toBe(0)
  })

  it('survives a caller that resets the connection while CONNECT waits for an earlier answer', async () => {
    const { exchange, server, later } = await startHeld()
    const connected = once(server, 'connect') as Promise<[unknown, Socket]>
    const exchanged = exchange(`${head}\r\n${tunnel}`, (socket) => {
      void connected.then(() => socket.resetAndDestroy())
    })
    const [, serverSocket] = await connected
    await exchanged
    const failed = new Promise((resolve) => serverSocket.prependListener('error', resolve))
    later[0]?.()
    expect(serverSocket.listenerCount('error')).toBeGreaterThan(1)
    expect(await failed).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) })
  })

  it.each([
    ['sends nothing', '', '', 408],
    ['sends empty lines alone', '', '\r\n', 408],
    ['drips a request line', 'GET /', 'a', 408],
    ['drips header lines', head, 'a: b\r\n', 408],
    ['drips on behind what is no HTTP', 'garbage\r\n\r\n', 'a', 400],
    ['drips on behind CONNECT', tunnel, 'a', 405],
    ['drips a second request', `${head}\r\n${head}`, 'a: b\r\n', 408],
    ['drips a body', `${head}Content-Length: 10000\r\n\r\n`, 'a', 200],
    ['drips on behind two hosts', `${head}${head.slice(16)}\r\n`, 'a', 400],
  ])(
    'F12 disconnects a caller that %s, even if it keeps its side open',
    async (_says, bytes, dripped, status) => {
      const { hold } = await start((_request, response) => void response.end('ok'))
      const { closed, heard } = await hold(bytes, { dripped })
      expect(await closed).toBeLessThan(goneMs)
      expect(statusesOf(await heard)?.at(-1)).toBe(String(status))
    },
  )

  it.each([
    ['drips a request', head, 'a: b\r\n'],
    ['says what is no HTTP', 'garbage\r\n\r\n', 'a'],
    ['asks for a tunnel', tunnel, 'a'],
  ])(
    'F12 disconnects a caller that %s and reads none of the earlier answers',
    async (_says, bytes, dripped) => {
      // More than the system takes for a caller that does not read.
      const large = Buffer.alloc(32_000_000)
      const { hold } = await start((_request, response) => void response.end(large), {
        silenceTimeoutMs: 200,
      })
      const { closed } = await hold(`${head}\r\n${bytes}`, { dripped, isDeaf: true })
      expect(await closed).toBeLessThan(goneMs)
    },
  )

  it('keeps a connection for the next request after a body was read', async () => {
    const { exchange, rendered } = await start((request, response) => {
      request.resume().once('end', () => response.end('ok'))
    })
    const one = `${head}Content-Length: 2\r\n\r\n{}`
    const received = await exchange(`${one}${one}garbage\r\n\r\n`)
    expect(statusesOf(received)).toEqual(['200', '200', '400'])
    expect(rendered).toEqual([400])
  })

  it('does not pass on a request that arrived too late after one in flight', async () => {
    const { exchange, server, later } = await startHeld()
    const late = once(server, 'clientError') as Promise<[unknown, Socket]>
    let caller: Socket | undefined
    const exchanged = exchange(`${head}\r\n${head}`, (socket) => {
      caller = socket
    })
    const [, serverSocket] = await late
    // The second request is whole only after the server has given up on it.
    const readBytes = serverSocket.bytesRead
    caller?.write('\r\n')
    await expect.poll(() => serverSocket.bytesRead, { interval: 1 }).toBe(readBytes + 2)
    later[0]?.()
    const received = await exchanged
    expect([statusesOf(received), later.length]).toEqual([['200', '408'], 1])
  })

  it('answers only once if invalid HTTP continues while an answer is in flight', async () => {
    const { exchange, rendered, server, later } = await startHeld()
    const listeners: number[] = []
    let errors = 0
    server.on('clientError', (_error, socket: Socket) => {
      errors += 1
      listeners.push(socket.listenerCount('close'))
      if (errors === 20) later[0]?.()
    })
    const received = await exchange(`${head}\r\ngarbage`, (socket) => {
      const timer = setInterval(() => socket.write('garbage'), 1)
      socket.once('close', () => clearInterval(timer))
    })
    expect(statusesOf(received)).toEqual(['200', '400'])
    expect(rendered).toEqual([400])
    expect(listeners.at(19)).toBe(listeners[0])
  })

  it('ignores data after the last request of a connection', async () => {
    const { exchange, rendered } = await start((_request, response) => void response.end('ok'))
    const received = await exchange(`${head}Connection: close\r\n\r\ngarbage\r\n\r\n`)
    expect(statusesOf(received)).toEqual(['200'])
    expect(rendered).toEqual([])
  })

  it('RFC 9110 answers CONNECT with a 405 that allows nothing', async () => {
    const { exchange } = await start(() => {})
    const received = await exchange(tunnel)
    expect(received).toMatch(/^HTTP\/1\.1 405 [\s\S]+\r\nallow: \r\n/)
  })

  it.each([
    'x-100-continue',
    '100-continue, foo',
    '100-continue, 100-continue',
    '100-continue\r\nExpect: 100-continue',
    '',
  ])('RFC 9110 answers 417 to the expectation %j, and bids nobody to go on', async (expected) => {
    let handed = 0
    const { exchange } = await start(() => {
      handed += 1
    })
    const received = await exchange(`${head}Expect: ${expected}\r\nContent-Length: 2\r\n\r\n{}`)
    expect([statusesOf(received), handed]).toEqual([['417'], 0])
  })

  it.each(['100-continue', '100-Continue'])(
    'RFC 9110 tells a caller with the expectation %s to continue',
    async (expected) => {
      const { exchange } = await start((request, response) => {
        request.resume().once('end', () => response.end('ok'))
      })
      const bytes = `${head}Connection: close\r\nExpect: ${expected}\r\nContent-Length: 2\r\n\r\n{}`
      expect(statusesOf(await exchange(bytes))).toEqual(['100', '200'])
    },
  )

  it('RFC 9110 ignores the expectation of a caller before HTTP/1.1', async () => {
    const { exchange } = await start((_request, response) => void response.end('ok'))
    const bytes = 'GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n'
    expect(statusesOf(await exchange(bytes))).toEqual(['200'])
  })

  it.each(['', 'a.test', 'a-b_c.test:8080', '127.0.0.1:1', '[::1]', '[::ffff:127.0.0.1]:80'])(
    'accepts the host %j',
    async (host) => {
      const { exchange } = await start((_request, response) => void response.end('ok'))
      const received = await exchange(
        `GET / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
      )
      expect(statusesOf(received)).toEqual(['200'])
    },
  )
})
