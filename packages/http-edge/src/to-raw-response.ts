import { STATUS_CODES } from 'node:http'

/** An error as an app renders it. */
export type RenderedError = { headers: Readonly<Record<string, string>>; body: Buffer }

/** The bytes of a whole response that ends its connection, for a socket that no request has. */
export function toRawResponse(
  status: number,
  { headers, body }: RenderedError,
  baseHeaders: Readonly<Record<string, string>>,
): Buffer {
  const all = { ...baseHeaders, ...headers, 'content-length': body.length, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: ${new Date().toUTCString()}\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
