import type { HttpMessage } from './http-message.ts'

/**
 * The bytes of a saved request: first line, header lines as they came, blank line, body. What a header
 * holds beyond ASCII keeps its bytes.
 */
export function formatHttpMessage({ method, target, headers, body }: HttpMessage): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
