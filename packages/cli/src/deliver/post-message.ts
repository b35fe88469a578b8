import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { constants } from '@partner-platform/types'
import type { HttpMessage } from '../http-message.ts'

/**
 * How an exchange ended. `unreachable`: no connection, TLS included. `broken`: the connection broke
 * before the answer was complete.
 */
export type Exchange = {
  end: 'answered' | 'timed-out' | 'broken' | 'unreachable'
  /** Status of the answer, or `null` without one. */
  status: number | null
  retryAfter: string | null
  /** At most `answerLimitBytes` of the contract. */
  answer: Buffer
  durationMs: number
  /** Code of the error behind `broken` and `unreachable`, such as `ECONNREFUSED`. */
  errorCode: string | null
}

export type Timeouts = { connectTimeoutMs: number; attemptTimeoutMs: number }

/**
 * Sends a request once, on its own connection, as the service does: within its time limits, reading no
 * more of the answer than it does, following no redirect. It never rejects.
 * @see specs/decisions D-010 and D-011
 */
export function postMessage(
  url: URL,
  message: Omit<HttpMessage, 'target'>,
  { connectTimeoutMs, attemptTimeoutMs }: Timeouts = constants,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const startedMs = performance.now()
    let response: IncomingMessage | undefined
    let isConnected = false
    const chunks: Buffer[] = []
    const request = open(url, message)
    const settle = (end: Exchange['end'], error?: NodeJS.ErrnoException) => {
      clearTimeout(connecting)
      clearTimeout(whole)
      request.destroy()
      resolve({
        end,
        status: response?.statusCode ?? null,
        retryAfter: response?.headers['retry-after'] ?? null,
        answer: Buffer.concat(chunks).subarray(0, constants.answerLimitBytes),
        durationMs: Math.round(performance.now() - startedMs),
        errorCode: error?.code ?? null,
      })
    }
    const connecting = setTimeout(() => settle('unreachable', timedOut), connectTimeoutMs)
    const whole = setTimeout(() => settle('timed-out'), attemptTimeoutMs)
    const fail = (error?: NodeJS.ErrnoException) => {
      if (response?.complete) settle('answered')
      else settle(isConnected ? 'broken' : 'unreachable', error)
    }
    onConnection(request, url, () => {
      isConnected = true
      clearTimeout(connecting)
    })
    request.on('error', fail)
    request.on('close', () => fail())
    // A protocol upgrade is not an answer.
    request.on('upgrade', (_response, socket) => socket.destroy())
    request.on('response', (arrived) => {
      response = arrived
      readAnswer(arrived, chunks, (isWhole) => settle(isWhole ? 'answered' : 'broken'))
    })
    request.end(message.body)
  })
}

const timedOut: NodeJS.ErrnoException = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })

function open(url: URL, { method, headers, body }: Omit<HttpMessage, 'target'>): ClientRequest {
  const own = [
    ['Host', url.host],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ] as const
  const { request } = url.protocol === 'https:' ? https : http
  return request(url, {
    method,
    // Flat, to keep order, case and repetition of the lines.
    headers: [...own, ...headers].flat(),
    agent: false,
    maxHeaderSize: constants.answerLimitBytes,
  })
}

function onConnection(request: ClientRequest, url: URL, act: () => void): void {
  request.on('socket', (socket) => {
    socket.on(url.protocol === 'https:' ? 'secureConnect' : 'connect', act)
  })
}

/** Reads an answer to its end or to the limit, whichever comes first. */
function readAnswer(response: IncomingMessage, chunks: Buffer[], done: (isWhole: boolean) => void) {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= constants.answerLimitBytes) done(true)
  })
  // If the connection breaks, `close` follows, and the answer is incomplete.
  response.on('error', () => {})
  response.on('close', () => done(response.complete))
}
