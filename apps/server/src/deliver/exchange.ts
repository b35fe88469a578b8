import http, { type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from '@partner-platform/types'

/** One request, and the connection that it is alone on. */
export type Exchange = {
  socket: Socket
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** How an exchange ended: with a whole answer or as much of it as is read, or without. */
export type Answer = {
  end: 'answered' | 'timed-out' | 'broken'
  /** Status of the answer, `null` when none came. */
  status: number | null
  /** Value of `Retry-After`, `null` without one. */
  retryAfter: string | null
}

/**
 * Sends one request and reads its answer, no more of it than the contract allows, as the bytes that
 * they are: nothing is decompressed or followed, and an answer that is longer in any way is not waited
 * for. Never rejects for what the other side does, and always
 * closes the connection.
 * @see specs/decisions/ D-010 and D-011
 */
export function exchange(
  { socket, url, method, headers, body }: Exchange,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined
    const settle = (end: Answer['end']) => {
      signal.removeEventListener('abort', expire)
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
    // What comes behind a whole answer, or instead of an end of it, is an error too.
    request.on('error', () => settle(response?.complete ? 'answered' : 'broken'))
    // Behind the parser's own listener, which must not miss anything. It lets much pass without a word:
    // line ends before an answer, spaces before a value, noughts of a size.
    request.on('socket', () =>
      socket.on('data', () => {
        if (socket.bytesRead > mostReadBytes) settle(response ? 'answered' : 'broken')
      }),
    )
    request.on('response', (arrived) => {
      response = arrived
      readAnswer(arrived, (isWhole) => settle(isWhole ? 'answered' : 'broken'))
    })
    // Without a listener Node would leave the connection to the timeout.
    request.on('upgrade', (arrived, upgraded) => {
      response = arrived
      upgraded.destroy()
      settle('broken')
    })
    signal.addEventListener('abort', expire, { once: true })
    if (signal.aborted) expire()
    else request.end(body)
  })
}

/** Of the connection, whatever it is: as much as headers and body may have together, twice. */
const mostReadBytes = 4 * constants.answerLimitBytes

/** Reads an answer to its end or to the limit, whichever comes first. */
function readAnswer(response: IncomingMessage, done: (isWhole: boolean) => void) {
  let readBytes = 0
  response.on('data', (chunk: Buffer) => {
    readBytes += chunk.length
    if (readBytes >= constants.answerLimitBytes) done(true)
  })
  // Where the connection breaks, `close` follows and tells that the answer is not whole.
  response.on('error', () => {})
  response.on('close', () => done(response.complete))
}
