import { once } from 'node:events'
import { Agent, type IncomingMessage, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type HeaderLine = readonly [name: string, value: string]

export type Request = {
  method: string
  /** Path with query. */
  target: string
  headers: readonly HeaderLine[]
  /** JSON, valid or broken. @default no body */
  body?: string | undefined
}

export type Response = {
  status: number
  /** As they came: order, case and repetitions. */
  headers: readonly HeaderLine[]
  /** Without its content coding. */
  body: Buffer
}

/** A request and what came of it. */
export type Exchange = { request: Request; response: Response }

/** Every value of the lines of a name. */
export const valuesOf = (headers: readonly HeaderLine[], name: string): string[] =>
  headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value)

export type Send = (request: Request) => Promise<Exchange>

/**
 * A way to send requests to a server, such as `http://127.0.0.1:4010`, over sockets of its own and with
 * header lines as they are given. Keeps every exchange.
 */
export function openWire(url: string) {
  const exchanges: Exchange[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { host } = new URL(url)
  const send = async ({ method, target, headers, body }: Request): Promise<Exchange> => {
    const length = String(Buffer.byteLength(body ?? ''))
    const ofBody: HeaderLine[] = body === undefined ? [] : [['Content-Length', length]]
    const lines: HeaderLine[] = [['Host', host], ...headers, ...ofBody]
    const sent = open(url, { method, path: target, agent, headers: lines.flat() }).end(body)
    const [message] = (await once(sent, 'response')) as [IncomingMessage]
    const response = toResponse(message, await buffer(message))
    const exchange = { request: { method, target, headers: lines, body }, response }
    exchanges.push(exchange)
    return exchange
  }
  return { send: Object.assign(send, { close: () => agent.destroy() }), exchanges }
}

function toResponse(
  { statusCode = 0, rawHeaders, headers }: IncomingMessage,
  body: Buffer,
): Response {
  const lines = rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  return { status: statusCode, headers: lines, body: decode(body, headers['content-encoding']) }
}

function decode(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || body.length === 0) return body
  if (coding === 'br') return brotliDecompressSync(body)
  if (coding === 'gzip') return gunzipSync(body)
  throw new Error('The response has a content coding that the request did not accept.')
}
