import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { listen } from '@partner-platform/harness'
import { type FastifyInstance, fastify } from 'fastify'
import { onTestFinished } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import { createWebhookHandler, type ReceiverOptions } from '../src/index.ts'
import { createNodeHandler } from '../src/node.ts'

export type Line = readonly [name: string, value: string]

/** A request as lines and bytes; values are sent as their UTF-8 bytes, as a careless sender would. */
export type Delivery = { lines: readonly Line[]; body: Uint8Array; method?: string }

export type Answer = { status: number; headers: Record<string, string>; body: string }

/** One way into the package; `onTheWire` where HTTP itself sees the request first. */
export type Entry = {
  name: 'web' | 'node' | 'fastify'
  onTheWire: boolean
  deliver: (delivery: Delivery) => Promise<Answer>
  close: () => Promise<unknown>
}

/** Every entry over the same options, the last two on real sockets of the loopback. */
export async function openEntries(options: ReceiverOptions): Promise<Entry[]> {
  return [openWeb(options), await openNode(options), await openFastify(options)]
}

/** The entry for `Request` and `Response`. */
export function openWeb(options: ReceiverOptions): Entry {
  const handle = createWebhookHandler(options)
  const deliver = async ({ lines, body, method = 'POST' }: Delivery) => {
    const headers = new Headers(lines.map(([name, value]) => [name, toWire(value)]))
    const init = method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }
    const request = new Request('http://localhost/', { method, headers, ...init })
    // A Request adds a type of its own only for text; a body of bytes has none.
    const response = await handle(request)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
  return { name: 'web', onTheWire: false, deliver, close: async () => {} }
}

async function openNode(options: ReceiverOptions): Promise<Entry> {
  const server = createServer(createNodeHandler(options))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { name: 'node', onTheWire: true, deliver: deliverTo(port), close }
}

async function openFastify(options: ReceiverOptions): Promise<Entry> {
  const app = fastify()
  await app.register(fastifyWebhook, options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { name: 'fastify', onTheWire: true, deliver: deliverTo(port), close: () => app.close() }
}

const deliverTo =
  (port: number) =>
  ({ lines, body, method = 'POST' }: Delivery): Promise<Answer> => {
    const hasLength = lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
    const head = [
      `${method} / HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...(hasLength ? [] : [`Content-Length: ${body.length}`]),
      ...lines.map(([name, value]) => `${name}: ${toWire(value)}`),
    ]
    const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
    return exchange(port, bytes)
  }

/** Serves until the test ends. Returns the port. */
export const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))

/** Serves a Fastify app until the test ends. Returns the port. */
export async function listenFastify(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return (app.server.address() as AddressInfo).port
}

/** All text that arrives before the connection closes. */
export function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (data) => chunks.push(data))
  return new Promise((resolve) => {
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

/** What a server answers to these bytes before it closes the connection. */
export function exchange(port: number, bytes: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes)).on('error', reject)
    readAll(socket).then((text) => resolve(toAnswer(text)), reject)
  })
}

function toAnswer(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs), body }
}

const toWire = (value: string) => Buffer.from(value).toString('latin1')
