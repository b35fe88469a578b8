import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorStatus } from '../errors.ts'
import { toErrorAnswer } from './error-answer.ts'
import { headerLines } from './header-lines.ts'
import type { HttpLimits } from './limits.ts'

export type HttpServerOptions = {
  /** Headers of every response, also of those that no route writes. */
  baseHeaders: Readonly<Record<string, string>>
  newRequestId: () => string
  /** Called for each request that never became one. */
  onMalformed: (answer: { requestId: string; status: ErrorStatus }) => void
  limits: HttpLimits
}

/**
 * Node's HTTP server with bounds on time, size and connections. Whatever a caller sends, the answer is
 * the envelope with the base headers: also where Node's parser gives up before there is a request.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { baseHeaders, limits } = options
  const writing = new WeakMap<Socket, Set<ServerResponse>>()
  const server = createServer(toNodeOptions(limits), (request, response) => {
    const unfinished = writing.get(request.socket) ?? new Set()
    writing.set(request.socket, unfinished.add(response))
    response.once('close', () => unfinished.delete(response))
    for (const [name, value] of Object.entries(baseHeaders)) response.setHeader(name, value)
    const refused = refusalOf(request, limits)
    if (refused === null) listener(request, response)
    else refuse(response, refused)
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = limits.headerLines
  server.timeout = limits.silenceTimeoutMs

  const toAnswer = (status: ErrorStatus) => {
    const requestId = options.newRequestId()
    options.onMalformed({ requestId, status })
    return toErrorAnswer(status, requestId)
  }
  const refuse = (response: ServerResponse, status: ErrorStatus) => {
    const { headers, body } = toAnswer(status)
    response.writeHead(status, { ...headers, 'content-length': body.length, connection: 'close' })
    response.end(body)
  }
  const answer = (socket: Socket, status: ErrorStatus) => {
    socket.end(toRawResponse(toAnswer(status), baseHeaders))
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    // An answer in the middle of another one would be read as part of it.
    const last = [...(writing.get(socket) ?? [])].at(-1)
    if (!last) return answer(socket, statusOf(error.code))
    last.once('close', () => socket.destroySoon())
  })
  server.on('connect', (_request, socket: Socket) => answer(socket, 405))
  server.on('checkExpectation', (_request, response) => {
    for (const [name, value] of Object.entries(baseHeaders)) response.setHeader(name, value)
    refuse(response, 417)
  })
  return server
}

/** The status for a request that two readers could read differently, or that is too long. */
function refusalOf(request: IncomingMessage, { urlCharacters }: HttpLimits): ErrorStatus | null {
  const hosts = headerLines(request.rawHeaders, 'host').length
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) return 400
  return (request.url ?? '').length > urlCharacters ? 414 : null
}

function toNodeOptions(limits: HttpLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Node would answer a missing Host without the envelope; `refusalOf` finds it instead.
    requireHostHeader: false,
  }
}

function statusOf(code: string | undefined): ErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

function toRawResponse(
  { status, headers, body }: ReturnType<typeof toErrorAnswer>,
  baseHeaders: Readonly<Record<string, string>>,
): string {
  const all = { ...baseHeaders, ...headers, 'content-length': body.length, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: ${new Date().toUTCString()}\r\n${lines.join('')}\r\n${body}`
}
