import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

type ExchangeLimits = {
  /** Time for everything but the pauses of the request. */
  timeoutMs: number
  /** Time for the connection alone, TLS included. */
  connectTimeoutMs: number
  /** Most of the answer's body that is read; the rest is cut off, and the answer counts as whole. */
  answerLimitBytes: number
  signal?: AbortSignal
}

/**
 * Sends one request on its own connection and reads the raw answer: no redirects, no decompression, no
 * keep-alive. Whatever the other side does, it never rejects and ends in time.
 */
export function exchange(outgoing: Outgoing, limits: ExchangeLimits): Promise<Answer> {
  const { timeoutMs, connectTimeoutMs, answerLimitBytes, signal } = limits
  const pausesMs = (outgoing.pieces ?? []).reduce((sum, { pauseMs }) => sum + pauseMs, 0)
  const startedMs = performance.now()
  const ended = new AbortController()
  const request = open(outgoing)
  let isSent = false
  send(request, outgoing, ended.signal).then(() => {
    isSent = true
  })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let response: IncomingMessage | undefined
    let [isConnected, isEarly] = [false, false]
    const settle = (end: AnswerEnd, error?: NodeJS.ErrnoException) => {
      cancelConnecting()
      cancel()
      signal?.removeEventListener('abort', expire)
      const { statusCode: status = null, rawHeaders = [] } = response ?? {}
      const body = Buffer.concat(chunks).subarray(0, answerLimitBytes)
      const durationMs = performance.now() - startedMs
      const headers = toLines(rawHeaders)
      resolve({ end, status, headers, body, isConnected, isEarly, durationMs, error })
      ended.abort()
      request.destroy()
    }
    const expire = () => settle('timed-out')
    const cancelConnecting = setOwnTimeout(expire, connectTimeoutMs)
    const cancel = setOwnTimeout(expire, timeoutMs + pausesMs)
    signal?.addEventListener('abort', expire, { once: true })
    if (signal?.aborted) expire()
    request.on('socket', (socket) => {
      socket.on(outgoing.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
        cancelConnecting()
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (response?.complete) return settle('answered')
      settle(error.code === 'ECONNREFUSED' ? 'refused' : 'broken', error)
    })
    request.on('close', () => settle('broken'))
    request.on('information', () => {
      // Interim answers without end.
      if ((request.socket?.bytesRead ?? 0) > informationLimitBytes) settle('broken')
    })
    // Without a listener Node would leave the connection to the timeout.
    request.on('upgrade', (arrived, socket) => {
      response = arrived
      socket.destroy()
      settle('broken')
    })
    request.on('response', (arrived) => {
      response = arrived
      isEarly = !isSent
      let readBytes = 0
      arrived.on('data', (chunk: Buffer) => {
        readBytes += chunk.length
        chunks.push(chunk)
        if (readBytes >= answerLimitBytes) settle('answered')
      })
      arrived.on('error', () => {})
      arrived.on('close', () => settle(arrived.complete ? 'answered' : 'broken'))
    })
  })
}

/** Methods whose requests need no length if there is no body. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS']

function open({ url, method, headers, body, stalls = false }: Outgoing): ClientRequest {
  const sent = body ?? (bodiless.includes(method) ? null : new Uint8Array())
  const length = sent === null ? null : sent.length + (stalls ? missingBytes : 0)
  // A list keeps lines that repeat apart, and their order.
  const lines = ['Host', url.host]
  if (length !== null) lines.push('Content-Length', String(length))
  lines.push('Connection', 'close')
  for (const [name, value] of headers) lines.push(name, value)
  const { request } = url.protocol === 'https:' ? https : http
  return request(url, { method, agent: false, headers: lines })
}

async function send(request: ClientRequest, outgoing: Outgoing, signal: AbortSignal) {
  const { body, pieces, stalls = false } = outgoing
  request.setNoDelay(true)
  for (const { bytes, pauseMs } of pieces ?? [{ bytes: body ?? new Uint8Array(), pauseMs: 0 }]) {
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    if (bytes.length > 0) request.write(bytes)
    else request.flushHeaders()
  }
  if (!stalls) request.end()
}

const informationLimitBytes = 64 * 1024

function toLines(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) lines.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return lines
}

const sliceMs = 50

/**
 * Calls back after this process has run for that long; returns a function that cancels it. The time in
 * which the process sleeps or starves does not count against the other side.
 */
export function setOwnTimeout(callback: () => void, durationMs: number): () => void {
  let leftMs = durationMs
  let timer = setTimeout(step, Math.min(sliceMs, leftMs))
  function step() {
    leftMs -= sliceMs
    if (leftMs <= 0) callback()
    else timer = setTimeout(step, Math.min(sliceMs, leftMs))
  }
  return () => clearTimeout(timer)
}

/**
 * How an exchange ended: with an answer, read to its end or to the limit; without one in time; with a
 * broken connection; or with no connection.
 */
type AnswerEnd = 'answered' | 'timed-out' | 'broken' | 'refused'

export type Answer = {
  end: AnswerEnd
  /** `null` if none arrived. An exchange that ended badly may still have a status. */
  status: number | null
  headers: readonly HeaderLine[]
  body: Uint8Array
  /** Whether there was a connection, TLS included. */
  isConnected: boolean
  /** Whether the status arrived before the body was sent. */
  isEarly: boolean
  durationMs: number
  /** What broke or refused the connection, if it is known. */
  error: NodeJS.ErrnoException | undefined
}

/** The values of a header, one for each line. */
export function valuesOf({ headers }: { headers: readonly HeaderLine[] }, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value)
}

/**
 * The kind of answer, as the sender of a webhook sees it: 2xx, 3xx, 4xx, 5xx, a connection that closed
 * without a whole answer, or nothing.
 * @see specs/decisions/ D-010
 */
export type AnswerKind = 'accepted' | 'redirected' | 'refused' | 'failed' | 'closed' | 'silent'

export function kindOf({ end, status }: Answer): AnswerKind {
  if (end === 'timed-out' || end === 'refused') return 'silent'
  // 101 without the headers of an upgrade arrives as an answer.
  if (end === 'broken' || status === null || status < 200) return 'closed'
  if (status < 300) return 'accepted'
  if (status < 400) return 'redirected'
  return status < 500 ? 'refused' : 'failed'
}

/** An answer in a few words: status and time, or why there is none. Never its body. */
export function describeAnswer(answer: Answer): string {
  const afterMs = `${Math.round(answer.durationMs)} ms`
  if (answer.end === 'timed-out') {
    return answer.status === null
      ? `no answer within ${afterMs}`
      : `${answer.status}, but the answer did not end within ${afterMs}`
  }
  if (answer.end === 'refused') return 'the connection was refused'
  if (answer.end === 'broken') {
    return answer.status === null
      ? `a connection that closed without an answer, after ${afterMs}`
      : `${answer.status}, but the connection closed before the answer was complete`
  }
  const redirect = kindOf(answer) === 'redirected' ? ', a redirect, which is never followed' : ''
  return `${answer.status} in ${afterMs}${redirect}`
}

/**
 * A header as it goes out or came in. `shell` is its value within double quotes of a shell, where the
 * value must not be shown, such as `Bearer $KEY`.
 */
export type HeaderLine = readonly [name: string, value: string, shell?: string]

/** A part of a body, and the pause before it is written. */
export type Piece = { bytes: Uint8Array; pauseMs: number }

/** One request, exactly as it goes out on its own connection. */
export type Outgoing = {
  url: URL
  /** The URL for double quotes of a shell, if it must not be shown. */
  shellUrl?: string
  method: string
  /** Besides `Host`, `Connection` and `Content-Length`. Names may repeat. */
  headers: readonly HeaderLine[]
  /** `null` sends no body, and no length. */
  body: Uint8Array | null
  /** The body in parts with pauses. @default at once */
  pieces?: readonly Piece[]
  /** Announce a longer body than is sent, and keep the connection open. @default false */
  stalls?: boolean
}

/** How many bytes are missing from a body that stalls. */
export const missingBytes = 16
