import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { countriesPath, startServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

const key = createApiKey('development')
const keys = [{ environment: 'development', key }] as const
const start = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`
const call = `${start}x-api-key: ${key}\r\n\r\n`
const last = `${start}x-api-key: ${key}\r\nConnection: close\r\n\r\n`
const tunnel = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'

const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status)

/** A server that asks its store for the origins of each call, and waits until a test lets go of that. */
async function startHeld(given: Parameters<typeof startServer>[0] = {}) {
  const held: (() => void)[] = []
  const reached: (() => void)[] = []
  const database = gateQueries(await openFileStore(), 'from origins', async (run) => {
    const turn = new Promise<void>((resolve) => held.push(resolve))
    for (const tell of reached.splice(0)) tell()
    await turn
    return run()
  })
  const started = await startServer({ keys, ...given, database })
  return {
    ...started,
    held,
    /** Resolves when so many calls wait. */
    async waiting(count: number) {
      while (held.length < count) await new Promise<void>((resolve) => reached.push(resolve))
    },
  }
}

function open(url: string): { socket: Socket; received: () => string; ended: Promise<unknown> } {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  return { socket, received: () => text, ended }
}

describe('calls that share a connection', () => {
  it('are answered in their order', async () => {
    const { url } = await startServer({ keys })
    const responses = await exchange(url, `${call}${start}\r\n${last}`)
    expect(statusesOf(responses)).toEqual([200, 401, 200])
  })

  it('are answered one by one, though a thousand come at once', async () => {
    const rateLimit = { quota: 600, windowSeconds: 60 }
    const { url } = await startServer({ keys, rateLimit })
    const statuses = statusesOf(await exchange(url, `${call.repeat(999)}${last}`))
    expect(statuses).toHaveLength(1_000)
    expect(statuses.lastIndexOf(200)).toBe(599)
    expect(statuses.indexOf(429)).toBe(600)
  })

  it('are answered in their order, though the first takes longest', async () => {
    const { url, held, waiting } = await startHeld()
    const exchanged = exchange(url, `${call}${start}\r\n${last}`)
    await waiting(3)
    for (const letGo of held.toReversed()) letGo()
    expect(statusesOf(await exchanged)).toEqual([200, 401, 200])
  })

  it('keep one smuggled behind a body from being answered as a part of it', async () => {
    const { url } = await startServer({ keys })
    const outer = `${start}x-api-key: ${key}\r\nContent-Length: ${start.length + 2}\r\n\r\n`
    const responses = await exchange(url, `${outer}${start}\r\n${last}`)
    expect(statusesOf(responses)).toEqual([200, 200])
  })

  it('are answered if they were in flight before garbage, which is answered behind them', async () => {
    const { url, held, waiting } = await startHeld()
    const exchanged = exchange(url, `${call}${call}garbage\r\n\r\n`, {
      // The second call is let go only when the answer to the first is here.
      onData: () => held[1]?.(),
    })
    await waiting(2)
    held[0]?.()
    expect(statusesOf(await exchanged)).toEqual([200, 200, 400])
  })

  it('are answered if they were in flight before CONNECT', async () => {
    const { url, held, waiting } = await startHeld()
    const exchanged = exchange(url, `${call}${tunnel}`)
    await waiting(1)
    held[0]?.()
    expect(statusesOf(await exchanged)).toEqual([200, 405])
  })
})

describe('CONNECT', () => {
  it('I8 is answered with 405', async () => {
    const { url } = await startServer()
    const [response, ...others] = await exchange(url, tunnel)
    expect([response?.status, others]).toEqual([405, []])
    expect(response?.header('RateLimit')).toBe('"default";r=100;t=60')
    expect(response?.header('Allow')).toBe('')
  })

  it('F11 does no harm, where the caller resets the connection after it', async () => {
    const { url, ask, bearer } = await startServer()
    await exchange(url, tunnel, { onData: (socket) => void socket.resetAndDestroy() })
    expect((await ask({ headers: bearer })).status).toBe(200)
  })
})

describe('callers that leave early', () => {
  it.each([
    ['within the headers', start, 400],
    ['within the request line', 'GET /api', 400],
    ['within a length', `${start}Content-Length: 10\r\n\r\n{"`, 401],
    ['within a chunk', `${start}Transfer-Encoding: chunked\r\n\r\n5\r\n{"`, 401],
    ['behind a whole call', `${start}x-api-key: ${key}\r\n\r\n`, 200],
  ])('I8 are answered once, if they only stop to send %s', async (_says, bytes, status) => {
    const { url } = await startServer({ keys })
    expect(statusesOf(await exchange(url, bytes, { isEnded: true }))).toEqual([status])
  })

  it('cost nothing if they are gone before their answer', async () => {
    const { url, held, waiting, ask, logs } = await startHeld()
    const gone = Array.from({ length: 50 }, () => open(url))
    for (const { socket } of gone) socket.write(call)
    await waiting(50)
    for (const { socket } of gone) socket.resetAndDestroy()
    await Promise.all(gone.map(({ ended }) => ended))
    for (const letGo of held) letGo()
    const asked = ask({ headers: [['x-api-key', key]] })
    held[50]?.()
    expect((await asked).status).toBe(200)
    expect(gone.map(({ received }) => received()).join('')).toBe('')
    expect(logs.filter((line) => line.includes('failure"'))).toEqual([])
  })
})

describe('connections that say nothing', () => {
  it('F27 make room for calls when they fill every slot, and calls in flight stay', async () => {
    const { url, held, waiting, ask } = await startHeld({ limits: { connections: 8 } })
    const early = [open(url), open(url)]
    for (const { socket } of early) socket.write(call)
    await waiting(2)
    // Later calls find in memory what the third one reads.
    void waiting(3).then(() => held[2]?.())
    for (let round = 0; round < 10; round++) {
      const silent = Array.from({ length: 8 }, () => open(url).socket)
      await Promise.all(silent.map((socket) => once(socket, 'connect')))
      expect((await ask({ headers: [['x-api-key', key]] })).status).toBe(200)
    }
    for (const letGo of held.slice(0, 2)) letGo()
    const statuses = () => early.map(({ received }) => received().slice(9, 12))
    await expect.poll(statuses).toEqual(['200', '200'])
    for (const { socket } of early) socket.destroy()
  })

  it('F20 cannot be excepted by what is no address', async () => {
    await expect(startServer({ proxies: ['canary'] })).rejects.toThrow(
      /^The proxies cannot be used: expected addresses or ranges /,
    )
  })
})

describe('a server that stops', () => {
  it('F5 answers what arrives meanwhile on a connection that has a call in flight, and never 503', async () => {
    const { url, close, held, waiting } = await startHeld()
    const { socket, received, ended } = open(url)
    socket.write(call)
    await waiting(1)
    const closing = close()
    socket.write(call)
    await waiting(2)
    for (const letGo of held) letGo()
    await Promise.all([closing, ended])
    expect(received().match(/HTTP\/1\.1 [0-9]{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('F5 cuts a caller that is in the middle of a request after the grace time', async () => {
    const { url, close } = await startServer({ limits: { closeGraceMs: 50 } })
    const { socket, ended } = open(url)
    socket.write(start)
    await new Promise((resolve) => socket.once('connect', resolve))
    await close()
    await ended
    expect(socket.destroyed).toBe(true)
  })
})
