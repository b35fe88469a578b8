import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { boundConnections } from './bound-connections.ts'
import type { HttpLimits } from './http-limits.ts'
import { createProxyList } from './proxies.ts'

type Headers = Readonly<Record<string, string>>
/** An error as an app renders it. */
type RenderedError = { headers: Headers; body: Buffer }

export type StrictHttpServerOptions = {
  limits: HttpLimits
  /** Addresses without their own limit on connections. @default those of this machine */
  proxies?: BlockList | undefined
  /** Headers of the answers that the server gives itself; the listener adds its own. @default none */
  baseHeaders?: Headers
  /** Renders an error; called once for each answer that the server gives itself. */
  renderError: (status: ProtocolErrorStatus) => RenderedError
}

/**
 * Node's HTTP server with limits on time, size and connections. Whatever a caller sends, it gets one
 * answer in the app's own format, even if Node's parser gives up before there is a request.
 */
export function createStrictHttpServer(
  listener: RequestListener,
  { limits, proxies = createProxyList(), baseHeaders = {}, renderError }: StrictHttpServerOptions,
): Server {
  // Responses leave in order: after the last one of a connection, all are complete.
  const lastOf = new WeakMap<Socket, ServerResponse>()
  // Connections that are closing: whatever still arrives on them gets no answer.
  const ending = new WeakSet<Socket>()
  const refuse = (response: ServerResponse, status: ProtocolErrorStatus) => {
    const { headers, body } = renderError(status)
    const own = { 'content-length': body.length, connection: 'close' }
    response.writeHead(status, { ...baseHeaders, ...headers, ...own })
    response.end(body)
  }
  /**
   * Ends a connection after its pending answers, and after one more if a status is given. It is closed a
   * little later, because a caller that is still sending could otherwise lose the answer.
   * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   */
  const leave = (socket: Socket, status?: ProtocolErrorStatus) => {
    ending.add(socket)
    const end = () => {
      if (socket.writable) {
        if (status) socket.write(toRawResponse(status, renderError(status), baseHeaders))
        socket.end()
      }
      cutAfter(socket, limits.lingerMs)
    }
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
    // A caller that expects 100 waits for it before sending the body.
    if (expectationOf(request) !== undefined) response.writeContinue()
    listener(request, response)
  }

  const server = createServer(toNodeOptions(limits), take)
  const follow = boundConnections(server, { ...limits, proxies })
  // Node would answer 100 even if the caller also has other expectations.
  server.on('checkContinue', take).on('checkExpectation', take)
  // Node would silently drop the lines beyond its limit; `findRequestProblem` counts them instead.
  server.maxHeadersCount = 0
  server.timeout = limits.silenceTimeoutMs
  // A caller that ends its side still waits for its answer (RFC 9112, 9.6). Node's types lack this.
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
    // Node has removed its own listeners: an unhandled error would end the process.
    socket.on('error', () => socket.destroy()).resume()
    leave(socket, 405)
  })
  return server
}

/** Closes a connection after the given time, whatever its caller does. */
function cutAfter(socket: Socket, timeMs: number): void {
  const timer = setTimeout(() => socket.destroy(), timeMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** The bytes of a response that closes its connection, for a socket without a request. */
function toRawResponse(status: number, rendered: RenderedError, baseHeaders: Headers): Buffer {
  const { headers, body } = rendered
  // CONNECT asks for no resource of ours, so nothing is allowed on it (RFC 9110, 10.2.1).
  const allowed = status === 405 ? { allow: '' } : {}
  const own = { 'content-length': body.length, connection: 'close' }
  const all = { date: new Date().toUTCString(), ...baseHeaders, ...allowed, ...headers, ...own }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

function toNodeOptions(limits: HttpLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Node would answer a missing Host in its own format; `findRequestProblem` reports it instead.
    requireHostHeader: false,
  }
}

function statusOf(code: string | undefined): ProtocolErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

/** The statuses that the strict HTTP server answers with by itself. */
export type ProtocolErrorStatus = 400 | 405 | 408 | 413 | 414 | 417 | 431

/** A registered name, an IPv4 address or an IPv6 address in brackets, with an optional port; or empty. */
const hostForm = /^(?:[\w.~%-]*|\[[\dA-Fa-f:.]+\])(?::\d*)?$/

/** The status for a request that two readers could read differently, or that is too long. */
function findRequestProblem(
  request: IncomingMessage,
  limits: HttpLimits,
): ProtocolErrorStatus | null {
  const { rawHeaders, httpVersion, url = '' } = request
  if (rawHeaders.length / 2 > limits.headerLines) return 431
  if (url.length > limits.urlCharacters) return 414
  const isFramed = httpVersion === '1.1' ? hasChunksOrLength(request) : isWholeHead(request)
  // Some readers treat a fragment as part of the path.
  if (!isFramed || !isHostClear(request) || url.includes('#')) return 400
  const expected = expectationOf(request) ?? '100-continue'
  return expected.toLowerCase() === '100-continue' ? null : 417
}

/** The expectations of all lines; versions before 1.1 have none (RFC 9110, 10.1.1). */
const expectationOf = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === '1.1' ? headers.expect : undefined

function isHostClear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const [host, ...others] = headerLines(rawHeaders, 'host')
  if (host === undefined) return httpVersion !== '1.1'
  return others.length === 0 && hostForm.test(host)
}

/** The one transfer coding that every reader knows; Node decodes others that some treat as part of the body. */
const hasChunksOrLength = ({ headers }: IncomingMessage) =>
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() === 'chunked'

/** Versions before 1.1 know no transfer codings, and before 1.0 no headers. */
const isWholeHead = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion === '1.0' && headers['transfer-encoding'] === undefined

/** Every value that a request gave a header, one per line it was sent on, whatever the case. */
export function headerLines(rawHeaders: readonly string[], name: string): string[] {
  const wanted = name.toLowerCase()
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at] ?? ''
    // Most names differ in length: those need no copy in lower case.
    const isWanted = text.length === wanted.length && text.toLowerCase() === wanted
    if (isWanted) lines.push(rawHeaders[at + 1] ?? '')
  }
  return lines
}
