import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, AnswerEnd } from './answer.ts'
import { type HeaderLine, missingBytes, type Outgoing } from './outgoing.ts'
import { setOwnTimeout } from './own-timeout.ts'

export type ExchangeLimits = {
  /** Time for everything but the pauses of the request. */
  timeoutMs: number
  /** Most of the answer's body that is read; the rest is cut off, and the answer counts as whole. */
  answerLimitBytes: number
  signal: AbortSignal
}

/**
 * Sends one request on a connection of its own and reads the answer as it comes: nothing is followed,
 * decompressed or kept open. Never rejects for what the other side does, and ends in time whatever it
 * does.
 */
export async function exchange(outgoing: Outgoing, limits: ExchangeLimits): Promise<Answer> {
  const ended = new AbortController()
  const startedMs = performance.now()
  let isSent = false
  const request = open(outgoing)
  const answer = readAnswer(request, {
    ...limits,
    timeoutMs: limits.timeoutMs + pausesOf(outgoing),
    isSent: () => isSent,
  })
  send(request, outgoing, ended.signal).then(() => {
    isSent = true
  })
  const whole = await answer
  ended.abort()
  request.destroy()
  return { ...whole, durationMs: performance.now() - startedMs }
}

/** Methods whose requests need no length to say that there is no body. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS']

function open({ url, method, headers, body, stalls = false }: Outgoing): ClientRequest {
  const sent = body ?? (bodiless.includes(method) ? null : new Uint8Array())
  const length = sent === null ? null : sent.length + (stalls ? missingBytes : 0)
  const lines: HeaderLine[] = [
    ['Host', url.host],
    ...headers,
    ...(length === null ? [] : ([['Content-Length', String(length)]] as const)),
    ['Connection', 'close'],
  ]
  const { request } = url.protocol === 'https:' ? https : http
  // A list keeps lines that repeat apart, and their order.
  return request(url, { method, agent: false, headers: flatten(lines) })
}

const flatten = (lines: readonly HeaderLine[]) =>
  lines.flatMap((line) => line.slice(0, 2)) as unknown as Record<string, string>

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

const pausesOf = ({ pieces = [] }: Outgoing) =>
  pieces.reduce((sum, { pauseMs }) => sum + pauseMs, 0)

type Reading = ExchangeLimits & { isSent: () => boolean }

function readAnswer(
  request: ClientRequest,
  { timeoutMs, answerLimitBytes, signal, isSent }: Reading,
): Promise<Omit<Answer, 'durationMs'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let response: IncomingMessage | undefined
    let isEarly = false
    const settle = (end: AnswerEnd) => {
      cancel()
      signal.removeEventListener('abort', expire)
      const { statusCode = null, rawHeaders = [] } = response ?? {}
      const body = Buffer.concat(chunks).subarray(0, answerLimitBytes)
      resolve({ end, status: statusCode, headers: toLines(rawHeaders), body, isEarly })
    }
    const expire = () => settle('timed-out')
    const cancel = setOwnTimeout(expire, timeoutMs)
    signal.addEventListener('abort', expire, { once: true })
    if (signal.aborted) expire()
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (response?.complete) return settle('answered')
      settle(error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
    })
    request.on('close', () => settle('broken'))
    request.on('information', () => {
      // An answer that never stops to announce itself.
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
      isEarly = !isSent()
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

const informationLimitBytes = 64 * 1024

function toLines(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) lines.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return lines
}
