import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { constants } from '@partner-platform/types'

/**
 * How an attempt ended. `accepted`: any 2xx in time. `redirected`: a 3xx, never followed. `refused`: any
 * other status. `timed-out`: no whole answer in time. `broken`: no connection, or it broke or changed
 * its protocol.
 */
export type Outcome = 'accepted' | 'redirected' | 'refused' | 'timed-out' | 'broken'

export type Attempt = {
  outcome: Outcome
  /** Status of the answer, `null` when none came. */
  status: number | null
  durationMs: number
}

export type WebhookPost = {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  monotonicMs: () => number
  /** @default connectTimeoutMs of the contract */
  connectTimeoutMs?: number
  /** @default attemptTimeoutMs of the contract */
  attemptTimeoutMs?: number
}

/**
 * Sends one webhook, once, on a connection of its own, and tells how it went; it never rejects. Reads
 * no more of the answer than the contract allows, and always closes the connection.
 * @see specs/decisions/ D-010 and D-011
 */
export function postWebhook(post: WebhookPost): Promise<Attempt> {
  const { url, method, headers, body, monotonicMs } = post
  const startedMs = monotonicMs()
  return new Promise((resolve) => {
    const isTls = url.protocol === 'https:'
    const request = (isTls ? https : http).request(url, {
      method,
      headers,
      agent: false,
    })
    let status: number | null = null
    const settle = (outcome: Outcome) => {
      clearTimeout(connectTimer)
      clearTimeout(attemptTimer)
      request.destroy()
      resolve({ outcome, status, durationMs: Math.round(monotonicMs() - startedMs) })
    }
    const expire = () => settle('timed-out')
    const connectTimer = setTimeout(expire, post.connectTimeoutMs ?? constants.connectTimeoutMs)
    const attemptTimer = setTimeout(expire, post.attemptTimeoutMs ?? constants.attemptTimeoutMs)
    request.once('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer))
    })
    request.on('error', () => settle('broken'))
    request.on('response', (response) => {
      status = response.statusCode ?? null
      readAnswer(response, (isWhole) => settle(isWhole ? outcomeOf(status) : 'broken'))
    })
    // Without a listener Node would leave the connection to the timeout.
    request.on('upgrade', (response, socket) => {
      status = response.statusCode ?? null
      socket.destroy()
      settle('broken')
    })
    request.on('close', () => {
      if (status === null) settle('broken')
    })
    request.end(body)
  })
}

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

function outcomeOf(status: number | null): Outcome {
  // 101 without the headers of an upgrade arrives as an answer.
  if (status === null || status < 200) return 'broken'
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}
