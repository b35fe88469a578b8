import { once } from 'node:events'
import { scaled } from '@partner-platform/harness'
import { httpLimits } from '@partner-platform/http-edge'
import { dial } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import { countriesPath, startServer } from '../start-server.ts'

// More would run out of sockets.
const idleCount = Math.min(2_000, scaled(200))
/** Time for all of them to connect before the first is cut. */
const limitMs = 300 + idleCount * 0.6
const limits = { headersTimeoutMs: limitMs, requestTimeoutMs: limitMs, checkIntervalMs: 20 }
/** When the last of them must be gone, even on a slow machine. */
const cutMs = 30_000
const head = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`

type Slow = Awaited<ReturnType<typeof open>>

/** A connection that keeps sending after the server ends it. `stayed` gives the time until the cut. */
async function open(url: string) {
  const slow = dial(url, { allowHalfOpen: true })
  const { socket, closed } = slow
  await once(socket, 'connect')
  const openedMs = performance.now()
  // HTTP parsers ignore empty lines before a request.
  socket.once('end', () => drip(slow, { text: '\r\n', everyMs: 100 }))
  return { ...slow, stayed: closed.then(() => performance.now() - openedMs) }
}

/** Opens connections in batches that fit the listen backlog of a server in this process. */
async function openMany(url: string, count: number): Promise<Slow[]> {
  const opened: Slow[] = []
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(100, count - opened.length) }, () => open(url))
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}

/** Keeps sending a text until the connection closes. */
function drip({ socket, closed }: ReturnType<typeof dial>, { text = 'a', everyMs = 20 } = {}) {
  const timer = setInterval(() => void socket.write(text), everyMs)
  void closed.then(() => clearInterval(timer))
}

describe('slow clients', () => {
  it('F12 are cut at 10 s, as the server is set', () => {
    const { headersTimeoutMs, requestTimeoutMs, checkIntervalMs, lingerMs } = httpLimits
    expect([headersTimeoutMs, requestTimeoutMs]).toEqual([10_000, 10_000])
    expect(checkIntervalMs + lingerMs).toBeLessThanOrEqual(2_000)
  })

  it(`F12 ${idleCount} idle connections are cut without delaying other callers`, async () => {
    const rateLimit = { quota: 100_000, windowSeconds: 60 }
    const { url, ask, bearer } = await startServer({ limits, rateLimit })
    const idle = await openMany(url, idleCount)
    const dripping = await openMany(url, 20)
    const body = `${head.replace('GET', 'POST')}Content-Length: 10000\r\n\r\n`
    for (const [index, one] of dripping.entries()) {
      one.socket.write(index < 10 ? `${head}x-pad: ` : body)
      drip(one)
    }
    const tookMs: number[] = []
    let isOver = false
    const all = Promise.all([...idle, ...dripping].map(({ stayed }) => stayed)).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const startedMs = performance.now()
      expect((await ask({ headers: bearer })).status).toBe(200)
      tookMs.push(performance.now() - startedMs)
    }
    const times = await all
    // They stayed about as long as the limit.
    expect(Math.min(...times.slice(0, idle.length))).toBeGreaterThan(limitMs * 0.6)
    expect(Math.max(...times)).toBeLessThan(cutMs)
    for (const { received } of idle)
      expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]+"request_timeout"/)
    const statuses = dripping.map(({ received }) => received().match(/HTTP\/1\.1 \d{3}/g))
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(['HTTP/1.1 408']))
    expect(statuses.slice(10)).toEqual(Array(10).fill(['HTTP/1.1 405']))
    // A call that waited for a slow client would take as long as that client stayed.
    tookMs.sort((one, other) => one - other)
    expect(tookMs.length).toBeGreaterThan(3)
    expect(tookMs[Math.floor(tookMs.length / 2)]).toBeLessThan(Math.min(...times))
  })
})
