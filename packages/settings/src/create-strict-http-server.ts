import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { findRequestProblem, type ProtocolErrorStatus } from './find-request-problem.ts'
import type { HttpLimits } from './http-limits.ts'
import { type RenderedError, toRawResponse } from './to-raw-response.ts'

export type StrictHttpServerOptions = {
  limits: HttpLimits
  /** Headers of the answers that the listener does not give; it adds them to its own. @default none */
  baseHeaders?: Readonly<Record<string, string>>
  /** What an error looks like; called once for each answer that the listener does not give. */
  renderError: (status: ProtocolErrorStatus) => RenderedError
}

/**
 * Node's HTTP server with bounds on time, size and connections. Whatever a caller sends, it gets one
 * answer in the app's own shape: also where Node's parser gives up before there is a request.
 */
export function createStrictHttpServer(
  listener: RequestListener,
  { limits, baseHeaders = {}, renderError }: StrictHttpServerOptions,
): Server {
  // Responses leave in order: when the last one of a connection is over, all are.
  const lastOf = new WeakMap<Socket, ServerResponse>()
  const refuse = (response: ServerResponse, status: ProtocolErrorStatus) => {
    const { headers, body } = renderError(status)
    const own = { 'content-length': body.length, connection: 'close' }
    response.writeHead(status, { ...baseHeaders, ...headers, ...own })
    response.end(body)
  }
  const toRaw = (status: ProtocolErrorStatus) =>
    toRawResponse(status, renderError(status), baseHeaders)

  const server = createServer(toNodeOptions(limits), (request, response) => {
    // What completes a request that was answered as too late is no request any more.
    if (!request.socket.writable) return void request.socket.destroy()
    lastOf.set(request.socket, response)
    const refused = findRequestProblem(request, limits)
    if (refused === null) listener(request, response)
    else refuse(response, refused)
  })
  server.maxConnections = limits.connections
  // Node would drop the lines beyond it without a word; `findRequestProblem` counts them instead.
  server.maxHeadersCount = 0
  server.timeout = limits.silenceTimeoutMs

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const last = lastOf.get(socket)
    const isBetween = !last || (last.closed && last.req.complete)
    if (isBetween) return socket.end(toRaw(statusOf(error.code)))
    // A request whose body breaks gets this as its answer, or keeps the one that it already has.
    if (!last.req.complete && !last.headersSent) return refuse(last, statusOf(error.code))
    if (last.closed) return socket.destroySoon()
    last.once('close', () => socket.destroySoon())
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node has taken its own listener off: an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    const answer = () => {
      socket.end(toRaw(405))
      socket.destroySoon()
    }
    const last = lastOf.get(socket)
    if (!last || last.closed) answer()
    else last.once('close', answer)
  })
  server.on('checkExpectation', (request, response) => {
    lastOf.set(request.socket, response)
    refuse(response, 417)
  })
  return server
}

function toNodeOptions(limits: HttpLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Node would answer a missing Host in a shape of its own; `findRequestProblem` finds it instead.
    requireHostHeader: false,
  }
}

function statusOf(code: string | undefined): ProtocolErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
