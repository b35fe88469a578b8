import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { boundConnections } from './bound-connections.ts'
import { cutAfter, endConnection } from './end-connection.ts'
import {
  expectsContinue,
  findRequestProblem,
  type ProtocolErrorStatus,
} from './find-request-problem.ts'
import type { HttpLimits } from './http-limits.ts'
import { createProxyList } from './proxies.ts'
import { type RenderedError, toRawResponse } from './to-raw-response.ts'

export type StrictHttpServerOptions = {
  limits: HttpLimits
  /** Addresses without their own limit on connections. @default those of this machine */
  proxies?: BlockList | undefined
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
  { limits, proxies = createProxyList(), baseHeaders = {}, renderError }: StrictHttpServerOptions,
): Server {
  // Responses leave in order: when the last one of a connection is over, all are.
  const lastOf = new WeakMap<Socket, ServerResponse>()
  // Connections that end: what more comes on them is answered no more, be it whole or not.
  const ending = new WeakSet<Socket>()
  const refuse = (response: ServerResponse, status: ProtocolErrorStatus) => {
    const { headers, body } = renderError(status)
    const own = { 'content-length': body.length, connection: 'close' }
    response.writeHead(status, { ...baseHeaders, ...headers, ...own })
    response.end(body)
  }
  const toRaw = (status: ProtocolErrorStatus) => {
    const allowed = status === 405 ? noMethods : {}
    return toRawResponse(status, renderError(status), { ...baseHeaders, ...allowed })
  }
  /** Ends a connection behind the answers that are still to leave it, with one more if a status is given. */
  const leave = (socket: Socket, status?: ProtocolErrorStatus) => {
    ending.add(socket)
    const end = () =>
      endConnection(socket, { last: () => status && toRaw(status), lingerMs: limits.lingerMs })
    const last = lastOf.get(socket)
    if (!last || last.closed) return end()
    cutAfter(socket, limits.silenceTimeoutMs)
    last.once('close', end)
  }
  const take: RequestListener = (request, response) => {
    if (ending.has(request.socket)) return
    lastOf.set(request.socket, response)
    follow(request.socket, response)
    const refused = findRequestProblem(request, limits)
    if (refused !== null) return refuse(response, refused)
    if (expectsContinue(request)) response.writeContinue()
    listener(request, response)
  }

  const server = createServer(toNodeOptions(limits), take)
  const follow = boundConnections(server, { ...limits, proxies })
  // Node would bid any caller to go on that names it among other things.
  server.on('checkContinue', take).on('checkExpectation', take)
  // Node would drop the lines beyond it without a word; `findRequestProblem` counts them instead.
  server.maxHeadersCount = 0
  server.timeout = limits.silenceTimeoutMs
  // A caller that only says that it sends no more waits for its answer still (RFC 9112, 9.6). Node knows
  // how, behind a property that its types do not have.
  Object.assign(server, { httpAllowHalfOpen: true })

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return socket.destroy()
    if (ending.has(socket)) return
    if (!socket.writable) return leave(socket)
    const status = statusOf(error.code)
    const last = lastOf.get(socket)
    if (!last || last.req.complete) return leave(socket, status)
    // A request whose body breaks gets this as its answer, or keeps the one that it already has.
    if (!last.headersSent) refuse(last, status)
    leave(socket)
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node has taken its own listeners off: an error that nobody hears would end the process.
    socket.on('error', () => socket.destroy()).resume()
    leave(socket, 405)
  })
  return server
}

/** What CONNECT asks for is no resource of ours, so that nothing is allowed on it (RFC 9110, 10.2.1). */
const noMethods = { allow: '' }

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
