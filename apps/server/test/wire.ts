import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type ExchangeOptions, exchangeBytes } from '@partner-platform/settings/testing'
import {
  isRateLimitPolicySent,
  isRateLimitSent,
  parseErrorResponseSent,
} from '@partner-platform/validators'
import { expect } from 'vitest'

/** One response, parsed from its bytes. */
export type WireResponse = {
  status: number
  /** Header lines in order, with names as sent. */
  lines: [string, string][]
  /** The value of a header, by name in any letter case. Throws if it is repeated. */
  header(name: string): string | undefined
  /** The raw body. */
  body: Buffer
  /** The body without its content coding, as UTF-8. */
  text: string
}

export type WireRequest = {
  method?: string
  path?: string
  headers?: readonly (readonly [string, string])[]
  body?: string
}

/** The bytes of a request with `Connection: close`. */
export function toRequestBytes({
  method = 'GET',
  path = '/',
  headers = [],
  body = '',
}: WireRequest) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: server.test',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return toBytes(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

// Header values are bytes: characters above Latin-1 can only have been sent as UTF-8.
const toBytes = (text: string) => Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1')

/** Sends bytes on a new connection, reads until the server closes it, and judges each response. */
export async function exchange(
  url: string,
  bytes: string | Buffer,
  options?: ExchangeOptions,
): Promise<WireResponse[]> {
  const received = await exchangeBytes(url, bytes, options)
  const isHead = String(bytes).startsWith('HEAD ')
  const responses = parseResponses(received, isHead)
  for (const response of responses) judge(response, isHead)
  return responses
}

/**
 * Checks what every response must have: rate-limit headers, a request id, `WWW-Authenticate` on 401,
 * `Retry-After` on 429 and 503, and the error envelope with the same id.
 */
function judge({ status: statusCode, text, header }: WireResponse, isHead: boolean): void {
  expect(isRateLimitPolicySent(header('RateLimit-Policy')), 'RateLimit-Policy').toBe(true)
  expect(isRateLimitSent(header('RateLimit')), 'RateLimit').toBe(true)
  const requestId = header('X-Request-Id')
  expect(requestId, 'X-Request-Id').toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(header('Retry-After') !== undefined, 'Retry-After').toBe([429, 503].includes(statusCode))
  expect(header('WWW-Authenticate') !== undefined, 'WWW-Authenticate').toBe(statusCode === 401)
  if (statusCode < 400 || isHead) return
  expect(header('Content-Type')).toBe('application/json')
  expect(parseErrorResponseSent(JSON.parse(text))).toMatchObject({
    ok: true,
    value: { statusCode, error: { requestId } },
  })
}

/** The header lines as sent, except those that differ in every response. */
export const steady = ({ lines }: WireResponse) =>
  lines.filter(([name]) => !['date', 'x-request-id'].includes(name.toLowerCase()))

export function parseResponses(bytes: Buffer, isHead = false): WireResponse[] {
  const responses: WireResponse[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error('The response has no end of headers.')
    const [first = '', ...headerLines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(first)?.[1])
    const lines = headerLines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const header = (name: string) => {
      const found = lines.filter(([one]) => one.toLowerCase() === name.toLowerCase())
      if (found.length > 1) throw new Error(`The response repeats ${name}.`)
      return found[0]?.[1]
    }
    const isBodiless = isHead || status < 200 || status === 204 || status === 304
    const length = isBodiless ? 0 : Number(header('content-length') ?? 0)
    const start = end + 4
    if (rest.length < start + length) throw new Error('The response ends before its length.')
    const body = rest.subarray(start, start + length)
    responses.push({ status, lines, header, body, text: decode(body, header) })
    rest = rest.subarray(start + length)
  }
  return responses
}

function decode(body: Buffer, header: WireResponse['header']): string {
  const coding = header('content-encoding') ?? 'identity'
  if (body.length === 0 || coding === 'identity') return body.toString()
  if (coding === 'br') return brotliDecompressSync(body).toString()
  if (coding === 'gzip') return gunzipSync(body).toString()
  throw new Error('The response has an unrequested content coding.')
}
