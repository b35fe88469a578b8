import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// In another thread, because it must see an answer shortly before its connection is cut.

/** Where to, how many callers, and how long they wait for the cut. */
export type SlowCalling = { url: string; count: number; limitMs: number }

/** How long each caller was connected, and what it received. */
export type SlowCalled = { tookMs: number[]; received: string[] }

const { url, count, limitMs } = workerData as SlowCalling
const { hostname, port, pathname } = new URL(url)
const head = `POST ${pathname} HTTP/1.1\r\nHost: a.test\r\n`
/** One third is silent; the others begin a request and then drip. */
const begins = [
  '',
  `${head}x-pad: `,
  `${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
]

async function call(begin: string) {
  const socket = connect({ host: hostname, port: Number(port) })
  const called = { tookMs: Number.POSITIVE_INFINITY, received: '' }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    called.received += chunk
  })
  await once(socket, 'connect')
  const startedMs = performance.now()
  socket.write(begin)
  const timer = begin === '' ? undefined : setInterval(() => socket.write('a'), 100)
  // `once` of Node would reject for the error of a write after the cut.
  const cut = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer)
      called.tookMs = performance.now() - startedMs
      resolve()
    })
  })
  return { called, cut }
}

const calls = await Promise.all(
  Array.from({ length: count }, (_, index) => call(begins[index % begins.length] ?? '')),
)
parentPort?.postMessage('open')
await Promise.race([Promise.all(calls.map(({ cut }) => cut)), delay(limitMs)])
parentPort?.postMessage({
  tookMs: calls.map(({ called }) => called.tookMs),
  received: calls.map(({ called }) => called.received),
} satisfies SlowCalled)
process.exit()
