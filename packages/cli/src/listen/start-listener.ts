import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../errors.ts'
import type { Arrival } from './arrival.ts'
import { type ArrivalOptions, createArrivals, type Received } from './create-arrivals.ts'

type ListenerOptions = ArrivalOptions & {
  /** 0 chooses a free port. */
  port: number
  path: string
  /** Time limit for a whole request, below the sender's limit, so that it gets an answer. @default 10000 */
  requestTimeoutMs?: number
  /** Called after a request on the path was answered. */
  onArrival(arrival: Arrival): void
  /** Called with a sentence about a request that is not a delivery. */
  onStray(says: string): void
}

export type Listener = { url: string; close(): Promise<void> }

const host = '127.0.0.1'
const checkIntervalMs = 500
const closeTimeoutMs = 2_000

/** Listens on loopback only. Throws a `CliError` if the port cannot be used. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { requestTimeoutMs = 10_000 } = options
  const receive = createArrivals(options)
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(checkIntervalMs, requestTimeoutMs),
    },
    (request, response) => {
      const [path] = (request.url ?? '').split('?')
      if (path !== options.path) return refusePath(request, response, options)
      answer(receive(request), response, options)
    },
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [status, says] = explain(error, requestTimeoutMs)
    if (says !== null) options.onStray(says)
    if (!socket.writable) return void socket.destroy()
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}${options.path}`, close: () => close(server) }
}

function explain(
  { code }: NodeJS.ErrnoException,
  requestTimeoutMs: number,
): [status: string, says: string | null] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return ['408 Request Timeout', `A request took more than ${requestTimeoutMs / 1000} s.`]
  }
  // An incomplete request is reported elsewhere, as a broken connection.
  const isCut = code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE'
  return ['400 Bad Request', isCut ? null : `Received bytes that are not HTTP (${code}).`]
}

function answer(received: Promise<Received>, response: ServerResponse, options: ListenerOptions) {
  received.then(
    ({ arrival, answer: { status, headers, body } }) => {
      // A sender that did not wait for the answer is gone already.
      if (response.closed) options.onArrival(arrival)
      else response.on('close', () => options.onArrival(arrival))
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      response.end(body)
      // A sender that is still writing gets the answer within its time limit.
      response.req.resume()
    },
    () => {
      options.onStray('A sender disconnected before its request was complete.')
      response.destroy()
    },
  )
}

function refusePath(request: IncomingMessage, response: ServerResponse, options: ListenerOptions) {
  options.onStray(
    `404: ${request.method} to a path other than ${options.path}. Correct the URL at the sender.`,
  )
  request.resume()
  response.writeHead(404, { 'content-length': 0, connection: 'close' }).end()
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const next = 'Pass another port with --port, or --port 0 for any free one.'
    throw new CliError('port-unusable', `Cannot listen on port ${port}: ${code}. ${next}`, {
      cause,
    })
  }
}

/** Gives open requests two seconds to finish. */
async function close(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
  server.close()
  await once(server, 'close')
  clearTimeout(timer)
}
