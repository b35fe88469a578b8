import http, { type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from '@partner-platform/types'

/** One request on a connection of its own. */
export type Exchange = {
  socket: Socket
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** How an exchange ended. `answered`: with a complete answer, or one that reached the size limit. */
export type Answer = {
  end: 'answered' | 'timed-out' | 'broken'
  /** `null` without an answer. */
  status: number | null
  /** Value of `Retry-After`; `null` without one. */
  retryAfter: string | null
}

/**
 * Sends one request and reads the answer up to the limit of the contract. Does not decompress, does not
 * follow redirects, never rejects because of the other side, and always closes the connection.
 * @see specs/decisions/ D-010 and D-011
 */
export function exchange(
  { socket, url, method, headers, body }: Exchange,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined
    const settle = (end: Answer['end']) => {
      request.destroy()
      const retryAfter = response?.headers['retry-after'] ?? null
      resolve({ end, status: response?.statusCode ?? null, retryAfter })
    }
    const expire = () => settle('timed-out')
    const request = http.request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      maxHeaderSize: constants.answerLimitBytes,
      createConnection: () => socket,
    })
    // Extra bytes after a complete answer also raise an error.
    request.on('error', () => settle(response?.complete ? 'answered' : 'broken'))
    // Added after the parser's own listener, so that the parser misses nothing. The parser silently drops
    // some bytes: line ends before an answer, spaces before a value, zeros before a size.
    request.on('socket', () =>
      socket.on('data', () => {
        if (socket.bytesRead > mostReadBytes) settle(response ? 'answered' : 'broken')
      }),
    )
    request.on('response', (arrived) => {
      response = arrived
      readAnswer(arrived, (isWhole) => settle(isWhole ? 'answered' : 'broken'))
    })
    // Without a listener, Node would keep the connection open until the timeout.
    request.on('upgrade', (arrived, upgraded) => {
      response = arrived
      upgraded.destroy()
      settle('broken')
    })
    signal.addEventListener('abort', expire)
    if (signal.aborted) expire()
    else request.end(body)
  })
}

/** Limit for the whole connection: twice the limits of headers and body together. */
const mostReadBytes = 4 * constants.answerLimitBytes

/** Reads an answer to its end or to the limit. */
function readAnswer(response: IncomingMessage, done: (isWhole: boolean) => void) {
  let readBytes = 0
  response.on('data', (chunk: Buffer) => {
    readBytes += chunk.length
    if (readBytes >= constants.answerLimitBytes) done(true)
  })
  // If the connection breaks, `close` follows and the answer is incomplete.
  response.on('error', () => {})
  response.on('close', () => done(response.complete))
}
