import { connect, type Socket } from 'node:net'
import { httpLimits } from '@partner-platform/settings'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countriesPath, startServer } from '../start-server.ts'

const limits = { headersTimeoutMs: 1_500, requestTimeoutMs: 1_500, checkIntervalMs: 50 }
/** When the last of them must be gone: the limit, the interval of the check, and a slow machine. */
const cutMs = 10_000
const head = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`

type Slow = { socket: Socket; closed: Promise<number>; received: () => string }

/** A connection that is open before anything else happens; `closed` gives when it was cut. */
async function open(url: string): Promise<Slow> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  onTestFinished(() => void socket.destroy())
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const openedMs = performance.now()
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - openedMs))
  })
  return { socket, closed, received: () => text }
}

/** Fewer at once than the system keeps waiting for a server that shares this process. */
async function openMany(url: string, count: number): Promise<Slow[]> {
  const opened: Slow[] = []
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(100, count - opened.length) }, () => open(url))
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}

/** Sends one byte after the other, for as long as the other side takes them. */
function drip({ socket, closed }: Slow, text: string) {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 20)
  void closed.then(() => clearInterval(timer))
}

describe('slow clients', () => {
  it('F12 are cut at 10 s, as the server is set', () => {
    expect(httpLimits.headersTimeoutMs + httpLimits.checkIntervalMs).toBeLessThanOrEqual(11_000)
    expect(httpLimits.requestTimeoutMs).toBeLessThanOrEqual(10_000)
  })

  it('F12 in their thousands are cut, and nobody else waits for them', async () => {
    const rateLimit = { quota: 100_000, windowSeconds: 60 }
    const { url, ask, bearer } = await startServer({ limits, rateLimit })
    const idle = await openMany(url, 2_000)
    const dripping = await openMany(url, 20)
    for (const one of dripping.slice(0, 10)) {
      one.socket.write(`${head}x-pad: `)
      drip(one, 'a')
    }
    for (const one of dripping.slice(10)) {
      one.socket.write(`${head.replace('GET', 'POST')}Content-Length: 10000\r\n\r\n`)
      drip(one, 'a')
    }
    const tookMs: number[] = []
    let isOver = false
    const all = Promise.all([...idle, ...dripping].map(({ closed }) => closed)).then((times) => {
      isOver = true
      return times
    })
    while (!isOver) {
      const startedMs = performance.now()
      expect((await ask({ headers: bearer })).status).toBe(200)
      tookMs.push(performance.now() - startedMs)
    }
    const times = await all
    // They were there for as long as they may be, and no longer.
    expect(Math.min(...times.slice(0, idle.length))).toBeGreaterThan(1_000)
    expect(Math.max(...times)).toBeLessThan(cutMs)
    for (const { received } of idle)
      expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]+"request_timeout"/)
    const statuses = dripping.map(({ received }) => received().match(/HTTP\/1\.1 \d{3}/g))
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(['HTTP/1.1 408']))
    expect(statuses.slice(10)).toEqual(Array(10).fill(['HTTP/1.1 405']))
    tookMs.sort((one, other) => one - other)
    expect(tookMs.length).toBeGreaterThan(20)
    expect(tookMs[Math.floor(tookMs.length * 0.99)]).toBeLessThan(1_000)
  })

  it('F12 would stay, were there no limit', async () => {
    const rateLimit = { quota: 100_000, windowSeconds: 60 }
    const { url, ask, bearer } = await startServer({
      rateLimit,
      limits: { ...limits, headersTimeoutMs: 0, requestTimeoutMs: 0 },
    })
    const { socket, received } = await open(url)
    socket.write(head)
    const startedMs = performance.now()
    while (performance.now() - startedMs < 2 * limits.headersTimeoutMs) {
      await ask({ headers: bearer })
    }
    expect([received(), socket.destroyed]).toEqual(['', false])
  })
})
