import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { headerLines } from './header-lines.ts'
import type { HttpLimits } from './http-limits.ts'
import { type RenderedError, toRawResponse } from './to-raw-response.ts'

/** The statuses that it answers with by itself. */
export type ProtocolErrorStatus = 400 | 405 | 408 | 413 | 414 | 417 | 431

export type StrictHttpServerOptions = {
  limits: HttpLimits
  /** Headers of every response, also of those that the listener does not write. @default none */
  baseHeaders?: Readonly<Record<string, string>>
  /** What an error looks like; called once for each answer that the listener does not give. */
  renderError: (status: ProtocolErrorStatus) => RenderedError
}

type Exchange = { request: IncomingMessage; response: ServerResponse; isOver: boolean }

/**
 * Node's HTTP server with bounds on time, size and connections. Whatever a caller sends, it gets one
 * answer in the app's own shape: also where Node's parser gives up before there is a request.
 */
export function createStrictHttpServer(
  listener: RequestListener,
  { limits, baseHeaders = {}, renderError }: StrictHttpServerOptions,
): Server {
  // Responses leave in order: when the last one of a connection is over, all are.
  const lastOf = new WeakMap<Socket, Exchange>()
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, isOver: false }
    lastOf.set(request.socket, exchange)
    response.once('close', () => {
      exchange.isOver = true
    })
    for (const [name, value] of Object.entries(baseHeaders)) response.setHeader(name, value)
  }
  const refuse = (response: ServerResponse, status: ProtocolErrorStatus) => {
    const { headers, body } = renderError(status)
    response.writeHead(status, { ...headers, 'content-length': body.length, connection: 'close' })
    response.end(body)
  }
  const toRaw = (status: ProtocolErrorStatus) =>
    toRawResponse(status, renderError(status), baseHeaders)

  const server = createServer(toNodeOptions(limits), (request, response) => {
    // What completes a request that was answered as too late is no request any more.
    if (!request.socket.writable) return void request.socket.destroy()
    begin(request, response)
    const refused = refusalOf(request, limits)
    if (refused === null) listener(request, response)
    else refuse(response, refused)
  })
  server.maxConnections = limits.connections
  // Node would drop the lines beyond it without a word; `refusalOf` counts them instead.
  server.maxHeadersCount = 0
  server.timeout = limits.silenceTimeoutMs

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const last = lastOf.get(socket)
    const isBetween = !last || (last.isOver && last.request.complete)
    if (isBetween) return socket.end(toRaw(statusOf(error.code)))
    const { request, response, isOver } = last
    // A request whose body breaks gets this as its answer, or keeps the one that it already has.
    if (!request.complete && !response.headersSent) return refuse(response, statusOf(error.code))
    if (isOver) return socket.destroySoon()
    response.once('close', () => socket.destroySoon())
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node has taken its own listener off: an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    const answer = () => {
      socket.end(toRaw(405))
      socket.destroySoon()
    }
    const last = lastOf.get(socket)
    if (!last || last.isOver) answer()
    else last.response.once('close', answer)
  })
  server.on('checkExpectation', (request, response) => {
    begin(request, response)
    refuse(response, 417)
  })
  return server
}

/** The status for a request that two readers could read differently, or that is too long. */
function refusalOf(request: IncomingMessage, limits: HttpLimits): ProtocolErrorStatus | null {
  if (request.rawHeaders.length / 2 > limits.headerLines) return 431
  const hosts = headerLines(request.rawHeaders, 'host').length
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) return 400
  return (request.url ?? '').length > limits.urlCharacters ? 414 : null
}

function toNodeOptions(limits: HttpLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Node would answer a missing Host in a shape of its own; `refusalOf` finds it instead.
    requireHostHeader: false,
  }
}

function statusOf(code: string | undefined): ProtocolErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
