import { contractHeaders } from './contract.ts'
import type { Settings } from './parse-options.ts'
import { parseRetryAfter } from './parse-retry-after.ts'

/** What sending needs from outside besides `fetch`: a clock, randomness and a timer. */
export interface Time {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** At least 0 and less than 1. */
  random(): number
  /** Calls back once after `delayMs`, unless the returned function is called first. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemTime: Time = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** How one request ended. */
export type AttemptEnd =
  | { kind: 'answer'; response: Response; body: Uint8Array<ArrayBuffer>; bodyProblem?: string }
  | { kind: 'too-large'; response: Response }
  /** With `httpStatus` the body of that answer did not end; without it there was no answer. */
  | { kind: 'timeout'; httpStatus?: number }
  | { kind: 'network-error'; cause: unknown; httpStatus?: number }
  | { kind: 'aborted'; cause: unknown }

/** How a call ended, and after how many requests. */
export interface Sent {
  end: AttemptEnd
  attempts: number
}

type Context = { settings: Settings; time: Time; signal: AbortSignal | undefined }

/** Sends `request` until an attempt needs no retry, retries are used up, or `signal` aborts. */
export async function send(request: Request, context: Context): Promise<Sent> {
  const { settings, time, signal } = context
  const { method } = request
  const aborted = (attempts: number): Sent => ({
    end: { kind: 'aborted', cause: signal?.reason },
    attempts,
  })
  for (let attempts = 1; ; attempts++) {
    if (signal?.aborted) return aborted(attempts - 1)
    const end = await attempt(request, context)
    const delayMs = retryDelay(end, { attempts, method, settings, time })
    if (delayMs === null) return { end, attempts }
    if (!(await sleep(delayMs, { time, signal }))) return aborted(attempts)
  }
}

/** Statuses that a later attempt can change: too many calls, and gateways without their service. */
const retriedStatuses = new Set([429, 502, 503, 504])
/** Sending these twice does what sending them once does. */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Milliseconds to wait before the next attempt, or null to stop: exponential backoff with full jitter,
 * at least `Retry-After`, at most `maxRetryDelayMs`. A longer `Retry-After` stops, because the service
 * would refuse an earlier attempt.
 */
export function retryDelay(
  end: AttemptEnd,
  {
    attempts,
    method,
    settings,
    time,
  }: { attempts: number; method: string; settings: Settings; time: Time },
): number | null {
  if (attempts > settings.retries || !idempotentMethods.has(method)) return null
  const isRetried =
    end.kind === 'answer'
      ? retriedStatuses.has(end.response.status)
      : end.kind === 'timeout' || end.kind === 'network-error'
  if (!isRetried) return null
  const { retryDelayMs, maxRetryDelayMs } = settings
  const backoffMs = time.random() * Math.min(maxRetryDelayMs, retryDelayMs * 2 ** (attempts - 1))
  const headers = end.kind === 'answer' ? end.response.headers : new Headers()
  const askedMs =
    (parseRetryAfter(headers.get(contractHeaders.retryAfter), time.nowMs()) ?? 0) * 1000
  return askedMs > maxRetryDelayMs ? null : Math.round(Math.max(askedMs, backoffMs))
}

/** True after `delayMs`; false as soon as `signal` aborts. Leaves no timer and no listener. */
export function sleep(
  delayMs: number,
  { time, signal }: Pick<Context, 'time' | 'signal'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const onAbort = () => {
      cancel()
      resolve(false)
    }
    const cancel = time.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve(true)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Sends `request` once, with the key, and reads the whole answer. The time limit and the caller's
 * signal end it even if `fetch` ignores its own signal. Never throws.
 */
async function attempt(request: Request, { settings, time, signal }: Context): Promise<AttemptEnd> {
  const controller = new AbortController()
  const { promise: stopped, resolve: stop } = withResolvers<AttemptEnd>()
  const onAbort = () => stop({ kind: 'aborted', cause: signal?.reason })
  signal?.addEventListener('abort', onAbort, { once: true })
  let head: Response | undefined
  const onHead = (response: Response) => {
    head = response
  }
  const cancelTimer = time.after(settings.timeoutMs, () => {
    if (!head) return stop({ kind: 'timeout' })
    if (head.status < 400) return stop({ kind: 'timeout', httpStatus: head.status })
    stop(withoutBody(head, `The body did not end within ${settings.timeoutMs} ms.`))
  })
  try {
    const answered = fetchOnce(request, { ...settings, signal: controller.signal, onHead })
    return await Promise.race([answered, stopped])
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', onAbort)
    // Closes the connection if it is still busy. After a whole answer this does nothing.
    controller.abort()
  }
}

// Promise.withResolvers needs Node 22.
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** The status of an error decides, even if its body cannot be read. */
const withoutBody = (response: Response, bodyProblem: string): AttemptEnd => ({
  ...{ kind: 'answer', response, body: new Uint8Array(), bodyProblem },
})

async function fetchOnce(
  request: Request,
  {
    fetch,
    authHeader,
    bodyLimitBytes,
    signal,
    onHead,
  }: Settings & { signal: AbortSignal; onHead: (response: Response) => void },
): Promise<AttemptEnd> {
  let httpStatus: number | undefined
  try {
    const headers = new Headers(request.headers)
    headers.set(...authHeader)
    // A clone, because a retry needs the body of the original.
    const response = await fetch(
      new Request(request.clone(), { headers, signal, redirect: 'manual' }),
    )
    onHead(response)
    httpStatus = response.status
    try {
      const body = await readBody(response, bodyLimitBytes)
      if (body !== null) return { kind: 'answer', response, body }
    } catch (cause) {
      if (response.status < 400) throw cause
      return withoutBody(response, 'The body broke off.')
    }
    if (response.status < 400) return { kind: 'too-large', response }
    return withoutBody(response, `The body exceeds ${bodyLimitBytes} bytes.`)
  } catch (cause) {
    return { kind: 'network-error', cause, ...(httpStatus !== undefined && { httpStatus }) }
  }
}

/** The whole body, or null as soon as it exceeds `limitBytes`; the rest is then dropped. */
async function readBody(
  response: Response,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limitBytes) {
      // Not awaited: a peer that never ends must not block this call.
      reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
