import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Runs as a thread of its own: an answer comes 0.5 s before the connection is cut, and who drives load
// beside it may look too late.

/** Where to, how many callers, and how long they wait to be cut. */
export type SlowCalling = { url: string; count: number; limitMs: number }

/** How long each caller was let, and what it was told. */
export type SlowCalled = { tookMs: number[]; received: string[] }

type Form = { begin: string; drips: boolean }

const { url, count, limitMs } = workerData as SlowCalling
const { hostname, port, pathname } = new URL(url)
const head = `POST ${pathname} HTTP/1.1\r\nHost: a.test\r\n`
const silent: Form = { begin: '', drips: false }
const forms: Form[] = [
  silent,
  { begin: `${head}x-pad: `, drips: true },
  {
    begin: `${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
    drips: true,
  },
]

/** A caller that begins a request and then drips, or is silent. */
async function call({ begin, drips }: Form) {
  const socket = connect({ host: hostname, port: Number(port) })
  const called = { tookMs: Number.POSITIVE_INFINITY, received: '' }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    called.received += chunk
  })
  await once(socket, 'connect')
  const startedMs = performance.now()
  socket.write(begin)
  const timer = drips ? setInterval(() => socket.write('a'), 100) : undefined
  // `once` of Node would reject for the error of a write that comes after the cut.
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
  Array.from({ length: count }, (_, index) => call(forms[index % forms.length] ?? silent)),
)
parentPort?.postMessage('open')
await Promise.race([Promise.all(calls.map(({ cut }) => cut)), delay(limitMs)])
parentPort?.postMessage({
  tookMs: calls.map(({ called }) => called.tookMs),
  received: calls.map(({ called }) => called.received),
} satisfies SlowCalled)
process.exit()
