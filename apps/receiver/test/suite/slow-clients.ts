import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, messages } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { eventWith } from '../deliveries.ts'
import { callbackPath, useReceiver } from '../use-receiver.ts'

/** When the last of them must be gone on any machine. Node's own limit is a minute. */
const cutMs = 30_000
const head = `POST ${callbackPath} HTTP/1.1\r\nHost: a.test\r\n`
const type = `Content-Type: ${messages.submissionUpdated.contentType}\r\n`

type Slow = {
  socket: Socket
  /** How long it was connected. */
  closed: Promise<number>
  received: () => string
}

/** A caller that never says that it is done. */
async function open(url: string): Promise<Slow> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('end', () => socket.end())
  onTestFinished(() => void socket.destroy())
  const openedMs = performance.now()
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - openedMs)),
  )
  await once(socket, 'connect')
  return { socket, closed, received: () => text }
}

/** Deliveries under way at once: none of them would end before the slow ones if it waited for them. */
const laneCount = 4

/** Fewer at once than the system keeps waiting for a server that shares this process. */
async function openMany(url: string, count: number): Promise<Slow[]> {
  const opened: Slow[] = []
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(100, count - opened.length) }, () => open(url))
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}

/** Begins a text and then sends it letter by letter, for as long as the other side takes it. */
function drip({ socket, closed }: Slow, begin: string) {
  socket.write(begin)
  const timer = setInterval(() => void socket.write('a'), 20)
  void closed.then(() => clearInterval(timer))
}

type SlowClients = {
  /** Number of clients that never send anything. */
  silent: number
  /** Time for a request to arrive. */
  timeoutMs: number
}

/** Slow clients and deliveries at the same time. */
export function testSlowClients({ silent, timeoutMs }: SlowClients) {
  const { startReceiver } = useReceiver()

  it(`F12 ${silent} silent and 20 dripping clients are cut, and deliveries do not wait for them`, async () => {
    const { url, send, events, quarantined } = await startReceiver({
      limits: { headersTimeoutMs: timeoutMs, requestTimeoutMs: timeoutMs, checkIntervalMs: 50 },
    })
    const idle = await openMany(url, silent)
    const dripping = await openMany(url, 20)
    for (const one of dripping.slice(0, 10)) drip(one, `${head}x-pad: `)
    for (const one of dripping.slice(10)) drip(one, `${head}${type}Content-Length: 10000\r\n\r\n`)
    const startedMs = performance.now()
    const tookMs: number[] = []
    let isOver = false
    const all = Promise.all([...idle, ...dripping].map(({ closed }) => closed)).finally(() => {
      isOver = true
    })
    let sent = 0
    const deliver = async () => {
      while (!isOver) {
        const body = JSON.stringify(eventWith({ seconds: -sent++ }))
        const sentMs = performance.now()
        expect((await send({ body })).status).toBe(constants.receiverAnswers.accepted)
        tookMs.push(performance.now() - sentMs)
      }
    }
    await Promise.all(Array.from({ length: laneCount }, deliver))
    const livedMs = await all
    expect(performance.now() - startedMs).toBeLessThan(cutMs)
    for (const { received } of [...idle, ...dripping])
      expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    expect([(await events()).length, await quarantined()]).toEqual([tookMs.length, []])
    tookMs.sort((one, other) => one - other)
    // Those that wait for slow ones end after them, and take as long as these may.
    expect(tookMs.length).toBeGreaterThan(3 * laneCount)
    expect(tookMs[Math.floor(tookMs.length / 2)]).toBeLessThan(Math.min(...livedMs))
  })
}
