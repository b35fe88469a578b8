import { responseHeaders } from '@partner-platform/types'
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

/** How one request ended. `httpStatus`: the body of that answer did not end. */
export type AttemptEnd =
  /** `body` is null if it is too large. `bodyProblem` says why that of an error is lost. */
  | { kind: 'answer'; response: Response; body: Bytes | null; bodyProblem?: string }
  | { kind: 'timeout'; httpStatus?: number | undefined }
  | { kind: 'network-error'; cause: unknown; httpStatus?: number | undefined }
  | { kind: 'aborted'; cause: unknown }

type Bytes = Uint8Array<ArrayBuffer>

export interface Sent {
  end: AttemptEnd
  attempts: number
}

type Context = { settings: Settings; time: Time; signal: AbortSignal | undefined }

/** Sends `request` until an attempt needs no retry, retries are used up, or `signal` aborts. */
export async function send(request: Request, context: Context): Promise<Sent> {
  const { settings, time, signal } = context
  const aborted = (): AttemptEnd => ({ kind: 'aborted', cause: signal?.reason })
  for (let attempts = 1; ; attempts++) {
    if (signal?.aborted) return { end: aborted(), attempts: attempts - 1 }
    const end = await attempt(request, context)
    const delayMs = retryDelay(end, { attempts, method: request.method, settings, time })
    if (delayMs === null) return { end, attempts }
    if (!(await sleep(delayMs, { time, signal }))) return { end: aborted(), attempts }
  }
}

/** Statuses that a later attempt can change: too many calls, and gateways without their service. */
const retriedStatuses = [429, 502, 503, 504]
/** Sending these twice does what sending them once does. */
const idempotentMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

type Attempted = { attempts: number; method: string; settings: Settings; time: Time }

/**
 * Milliseconds to wait before the next attempt, or null to stop: exponential backoff with full jitter,
 * at least `Retry-After`, at most `maxRetryDelayMs`. A longer `Retry-After` stops, because the service
 * would refuse an earlier attempt.
 */
export function retryDelay(
  end: AttemptEnd,
  { attempts, method, settings, time }: Attempted,
): number | null {
  const { retries, retryDelayMs, maxRetryDelayMs } = settings
  if (attempts > retries || !idempotentMethods.includes(method) || end.kind === 'aborted')
    return null
  const answer = end.kind === 'answer' ? end.response : undefined
  if (answer && !retriedStatuses.includes(answer.status)) return null
  const backoffMs = time.random() * Math.min(maxRetryDelayMs, retryDelayMs * 2 ** (attempts - 1))
  const retryAfter = answer?.headers.get(responseHeaders.RetryAfter) ?? null
  const askedMs = (parseRetryAfter(retryAfter, time.nowMs()) ?? 0) * 1000
  return askedMs > maxRetryDelayMs ? null : Math.round(Math.max(askedMs, backoffMs))
}

/** True after `delayMs`; false as soon as `signal` aborts. */
export const sleep = (delayMs: number, waiting: Pick<Context, 'time' | 'signal'>) =>
  firstOf<boolean>([], { ...waiting, delayMs, onTime: () => true, onAbort: () => false })

type Limits<T> = Pick<Context, 'time' | 'signal'> & {
  delayMs: number
  onTime: () => T
  onAbort: () => T
}

/** What comes first: the work, the end of the delay, or the signal. Leaves no timer and no listener. */
async function firstOf<T>(
  work: Promise<T>[],
  { time, signal, delayMs, onTime, onAbort }: Limits<T>,
): Promise<T> {
  const listening = new AbortController()
  let cancelTimer = () => {}
  const stopped = new Promise<T>((stop) => {
    if (signal?.aborted) return stop(onAbort())
    signal?.addEventListener('abort', () => stop(onAbort()), { signal: listening.signal })
    cancelTimer = time.after(delayMs, () => stop(onTime()))
  })
  try {
    return await Promise.race([...work, stopped])
  } finally {
    cancelTimer()
    listening.abort()
  }
}

/**
 * Sends `request` once, with the key, and reads the whole answer. The time limit and the caller's
 * signal end it even if `fetch` ignores its own signal. Never throws.
 */
async function attempt(request: Request, { settings, time, signal }: Context): Promise<AttemptEnd> {
  const { fetch, authHeader, bodyLimitBytes, timeoutMs } = settings
  const connection = new AbortController()
  let head: Response | undefined
  /** The status of an error decides, even if its body cannot be read. */
  const withoutBody = (bodyProblem: string, otherwise: AttemptEnd): AttemptEnd =>
    head && head.status >= 400
      ? { kind: 'answer', response: head, body: new Uint8Array(), bodyProblem }
      : otherwise
  const exchange = async (): Promise<AttemptEnd> => {
    try {
      const headers = new Headers(request.headers)
      headers.set(...authHeader)
      const init = { headers, signal: connection.signal, redirect: 'manual' } as const
      // A clone, because a retry needs the body of the original.
      const response = await fetch(new Request(request.clone(), init))
      head = response
      const body = await readBody(response, bodyLimitBytes)
      const end: AttemptEnd = { kind: 'answer', response, body }
      return body ? end : withoutBody(`The body exceeds ${bodyLimitBytes} bytes.`, end)
    } catch (cause) {
      const end: AttemptEnd = { kind: 'network-error', cause, httpStatus: head?.status }
      return withoutBody('The body was cut off.', end)
    }
  }
  try {
    return await firstOf<AttemptEnd>([exchange()], {
      time,
      signal,
      delayMs: timeoutMs,
      onAbort: () => ({ kind: 'aborted', cause: signal?.reason }),
      onTime: () =>
        withoutBody(`The body did not end within ${timeoutMs} ms.`, {
          kind: 'timeout',
          httpStatus: head?.status,
        }),
    })
  } finally {
    // Closes the connection if it is still busy. After a whole answer this does nothing.
    connection.abort()
  }
}

/** The whole body, or null as soon as it exceeds `limitBytes`; the rest is then dropped. */
async function readBody(response: Response, limitBytes: number): Promise<Bytes | null> {
  const reader = response.body?.getReader()
  const chunks: Bytes[] = []
  let length = 0
  while (reader) {
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
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
