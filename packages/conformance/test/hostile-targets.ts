import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** Does something to a connection on which a request has begun to arrive. */
export type Behaviour = (socket: Socket) => void

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

const head = 'HTTP/1.1 202 Accepted\r\n'
const large = 'x'.repeat(64 * 1024)

/** What a target can do to those who call it. */
export const behaviours: readonly (readonly [says: string, behaviour: Behaviour])[] = [
  ['never answers', () => {}],
  ['closes without an answer', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['answers garbage', (socket) => socket.end(Buffer.from([0, 1, 2, 255, 10, 13, 10]))],
  ['answers another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['drips its head', (socket) => repeat(socket, 'H', 20)],
  ['never ends its headers', begin(head, `a: ${large}\r\n`)],
  ['drips headers', begin(head, 'a: b\r\n', 20)],
  ['announces itself for ever', (socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
  ['drips its body', begin(`${head}\r\n`, 'x', 20)],
  ['never ends its body', begin(`${head}\r\n`, large)],
  ['lies about its length', (socket) => socket.end(`${head}Content-Length: 99\r\n\r\nshort`)],
  ['sends a bad chunk', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)],
  [
    'redirects for ever',
    (socket) =>
      socket.end('HTTP/1.1 307 Moved\r\nLocation: /webhooks\r\nContent-Length: 0\r\n\r\n'),
  ],
  [
    'changes the protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['answers twice', (socket) => socket.end(`${head}Content-Length: 0\r\n\r\n`.repeat(2))],
  [
    'steers a terminal',
    (socket) =>
      socket.end('HTTP/1.1 500 \u001B[2J\r\nX-RateLimit-\u0007: 1\r\nContent-Length: 0\r\n\r\n'),
  ],
]

/** Behaviours that make every exchange read up to its limit. */
export const floods: readonly string[] = [
  'announces itself for ever',
  'never ends its headers',
  'never ends its body',
]

/** Bodies that are JSON, or nearly, and not what anybody waits for. */
export const bodies: readonly (readonly [says: string, body: string])[] = [
  ['null', 'null'],
  ['an empty array', '[]'],
  ['text', '"text"'],
  ['a number', '1e999'],
  ['an empty object', '{}'],
  ['objects where values should be', '{"status":{},"statusCode":{},"result":{},"error":{}}'],
  ['nulls where countries should be', '{"status":true,"statusCode":200,"result":[null,[],1]}'],
  ['names of every object', '{"__proto__":{},"constructor":1,"result":[{"__proto__":1}]}'],
  ['a hundred thousand arrays in each other', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['the same as a result', `{"result":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`],
  ['terminal commands', '{"\u001b[2J":"\u001b[2J","result":[{"\u001b[2J":1}]}'],
]

/** A target that does the same to everybody. */
export async function openHostile(behave: Behaviour) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => behave(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
