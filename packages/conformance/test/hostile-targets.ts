import { createServer, type Socket } from 'node:net'
import { expect } from 'vitest'
import {
  checkReceiver,
  checkServer,
  formatReport,
  type Report,
  reportFormats,
} from '../src/index.ts'
import { quickPauses as pauses, secrets } from './faulty/faulty-receiver.ts'
import { listen, openServer } from './open-server.ts'

/** Does something to a connection on which a request has begun to arrive. */
type Behaviour = (socket: Socket) => void

const repeat = (socket: Socket, text: string, everyMs = 0) => {
  const write = () => {
    if (socket.destroyed) return
    if (everyMs > 0) socket.write(text, () => setTimeout(write, everyMs))
    else if (socket.write(text)) setImmediate(write)
    else socket.once('drain', write)
  }
  write()
}

/** Writes one text, then another for ever. */
const begin =
  (first: string, text: string, everyMs = 0): Behaviour =>
  (socket) => {
    socket.write(first)
    repeat(socket, text, everyMs)
  }

/** Writes one text, and ends. */
const say =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.end(text)

const head = 'HTTP/1.1 202 Accepted\r\n'
const large = 'x'.repeat(64 * 1024)

/** What a target can do to its callers. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  'never answers': () => {},
  'closes without an answer': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'answers garbage': say(Buffer.from([0, 1, 2, 255, 10, 13, 10])),
  'drips its head': (socket) => repeat(socket, 'H', 20),
  'drips headers': begin(head, 'a: b\r\n', 20),
  'drips its body': begin(`${head}\r\n`, 'x', 20),
  'lies about its length': say(`${head}Content-Length: 99\r\n\r\nshort`),
  'sends a bad chunk': say(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
  'redirects for ever': say(
    'HTTP/1.1 307 Moved\r\nLocation: /webhooks\r\nContent-Length: 0\r\n\r\n',
  ),
  'changes the protocol': say(
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  ),
  'answers twice': say(`${head}Content-Length: 0\r\n\r\n`.repeat(2)),
  'steers a terminal': say(
    'HTTP/1.1 500 \u001B[2J\r\nX-RateLimit-\u0007: 1\r\nContent-Length: 0\r\n\r\n',
  ),
}

/** Behaviours that make every exchange read up to its limit. */
export const floods: Readonly<Record<string, Behaviour>> = {
  'never ends its headers': begin(head, `a: ${large}\r\n`),
  'announces itself for ever': (socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  'never ends its body': begin(`${head}\r\n`, large),
}

/** Bodies that are JSON, or nearly, and not what anybody waits for. */
export const bodies: readonly string[] = [
  ...['null', '[]', '"text"', '1e999', '{}'],
  '{"status":{},"statusCode":{},"result":{},"error":{}}',
  '{"status":true,"statusCode":200,"result":[null,[],1]}',
  '{"__proto__":{},"constructor":1,"result":[{"__proto__":1}]}',
  '['.repeat(100_000) + ']'.repeat(100_000),
  `{"result":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`,
  '{"\u001b[2J":"\u001b[2J","result":[{"\u001b[2J":1}]}',
]

/** A target that does the same to every caller. */
async function openHostile(behave: Behaviour) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => behave(socket))
  })
  return listen(server, () => {
    for (const socket of sockets) socket.destroy()
  })
}

/** Far more than any run here takes, and far less than waiting for each exchange would. */
const limitMs = 45_000
const taken = ['never ends its body', 'answers twice']
const apiKey = 'a-key-of-the-tests'

/** Expects the checks of both sides to end in time, and to pass only a target that deserves it. */
export async function judgeTarget(says: string, behave: Behaviour, fetchTimeoutMs: number) {
  const { url, close } = await openHostile(behave)
  const [receiver, server] = await Promise.all([
    expectToEnd(checkReceiver({ url, secrets, pauses, fetchTimeoutMs })),
    expectToEnd(checkServer({ baseUrl: url, apiKey, exhaustLimit: true, fetchTimeoutMs })),
  ])
  await close()
  expect(receiver.results.length).toBeGreaterThan(30)
  expect(receiver.ok).toBe(taken.includes(says))
  if (!receiver.ok) expect(receiver.summary.passed).toBeLessThan(5)
  expect(server.results.length).toBeGreaterThan(20)
  expect(server.ok).toBe(false)
  expect(server.summary.passed).toBeLessThan(3)
}

/** The same for a server that gives every call the same answer. */
export async function judgeBody(status: number, body: string) {
  const limit = { ratelimit: '"default";r=1;t=1', 'ratelimit-policy': '"a";q=1;w=99999999999999' }
  const { url: baseUrl, close } = await openServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', etag: '"a"', ...limit })
    response.end(body)
  })
  const keys = { apiKey, otherEnvironmentKey: 'another-key' }
  const report = await expectToEnd(checkServer({ baseUrl, ...keys, exhaustLimit: true }))
  await close()
  expect(report.ok).toBe(false)
  expect(report.results.length).toBeGreaterThan(30)
}

async function expectToEnd(run: Promise<Report>): Promise<Report> {
  const startedMs = performance.now()
  const report = await run
  expect(performance.now() - startedMs).toBeLessThan(limitMs)
  for (const format of reportFormats) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(formatReport(report, format)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
  }
  return report
}
