import { Agent, type IncomingMessage, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Exchange, HeaderLine, Request, Response } from './exchange.ts'

export type Send = (request: Request) => Promise<Exchange>

export type SendOptions = {
  /** Such as `http://127.0.0.1:4010`. */
  url: string
  /** Sees every exchange. */
  record?: (exchange: Exchange) => void
}

/** Sends requests over sockets of its own, header lines as they are given. */
export function createSend({ url, record = () => {} }: SendOptions): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { host } = new URL(url)
  const send = async ({ method, target, headers }: Request): Promise<Exchange> => {
    const lines: HeaderLine[] = [['Host', host], ...headers]
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      open(url, { method, path: target, agent, headers: lines.flat() })
        .once('response', resolve)
        .once('error', reject)
        .end()
    })
    const response = toResponse(message, await buffer(message))
    const exchange = { request: { method, target, headers: lines }, response }
    record(exchange)
    return exchange
  }
  return Object.assign(send, { close: () => agent.destroy() })
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
  throw new Error('The response has a content coding that nobody asked for.')
}
