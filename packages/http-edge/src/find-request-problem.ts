import type { IncomingMessage } from 'node:http'
import type { HttpLimits } from './http-limits.ts'

/** The statuses that the strict HTTP server answers with by itself. */
export type ProtocolErrorStatus = 400 | 405 | 408 | 413 | 414 | 417 | 431

/** A registered name, an IPv4 address or an IPv6 address in brackets, with an optional port; or empty. */
const hostForm = /^(?:[\w.~%-]*|\[[\dA-Fa-f:.]+\])(?::\d*)?$/

/** The status for a request that two readers could read differently, or that is too long. */
export function findRequestProblem(
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

/** Whether the caller of a valid request waits for a 100 before it sends the body. */
export const expectsContinue = (request: IncomingMessage) => expectationOf(request) !== undefined

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
