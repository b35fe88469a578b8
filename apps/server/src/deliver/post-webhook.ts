import type { Environment } from '@partner-platform/types'
import { constants } from '@partner-platform/types'
import { parseRetryAfter, toOutcome } from '@partner-platform/webhooks/delivery'
import type { Clock } from '../clock.ts'
import { type Answer, exchange } from './exchange.ts'
import type { TargetGuard } from './guard/create-target-guard.ts'
import { type Connect, openConnection } from './open-connection.ts'

/**
 * How an attempt ended. `accepted`: any 2xx in time. `redirected`: a 3xx, never followed. `refused`: any
 * other status. `timed-out`: no complete answer in time. `broken`: no connection, or it broke or switched
 * protocols. `blocked`: the guard refused the address. `unresolved`: no address in time.
 */
export type Outcome =
  | 'accepted'
  | 'redirected'
  | 'refused'
  | 'timed-out'
  | 'broken'
  | 'blocked'
  | 'unresolved'

export type Attempt = {
  outcome: Outcome
  /** `null` without an answer. */
  status: number | null
  /** From `Retry-After`; `null` without one. */
  retryAfterSeconds: number | null
  durationMs: number
}

export type WebhookPost = {
  url: URL
  /** The guard allows more addresses in development. */
  environment: Environment
  method: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  guard: TargetGuard
  clock: Clock
  /** For resolving, connecting and TLS. @default connectTimeoutMs of the contract */
  connectTimeoutMs?: number
  /** For the whole attempt. @default attemptTimeoutMs of the contract */
  attemptTimeoutMs?: number
  /** Ends the attempt as if it had timed out. */
  signal?: AbortSignal
  /** @default a TCP connection */
  connect?: Connect
}

/**
 * Sends one webhook once, on a new connection, and reports the outcome. Never rejects because of the
 * endpoint. Consults the guard before and after connecting, and leaves nothing open.
 * @see specs/decisions/ D-010, D-011 and D-025
 */
export async function postWebhook(post: WebhookPost): Promise<Attempt> {
  const { clock } = post
  const startedMs = clock.monotonicMs()
  const { end, status, retryAfter } = await attempt(post)
  return {
    outcome: end === 'answered' ? toOutcome(status) : end,
    status,
    retryAfterSeconds: parseRetryAfter(retryAfter, clock.wallMs()),
    durationMs: Math.round(clock.monotonicMs() - startedMs),
  }
}

type End = Omit<Answer, 'end'> & { end: Answer['end'] | 'blocked' | 'unresolved' }

async function attempt(post: WebhookPost): Promise<End> {
  const { url, environment, guard } = post
  const { connectTimeoutMs: timeoutMs = constants.connectTimeoutMs } = post
  const whole = startDeadline(post.attemptTimeoutMs ?? constants.attemptTimeoutMs, post.signal)
  const connecting = startDeadline(timeoutMs, whole.signal)
  try {
    const admission = await guard.admit({ url, environment }, connecting.signal)
    if (!admission.ok) return unanswered(admission.outcome)
    const to = { url, addresses: admission.addresses, guard, timeoutMs, connect: post.connect }
    const connection = await openConnection(to, connecting.signal)
    if (!connection.ok) return unanswered(connection.outcome)
    return await exchange({ ...post, socket: connection.socket }, whole.signal)
  } finally {
    connecting.stop()
    whole.stop()
  }
}

const unanswered = (end: End['end']): End => ({ end, status: null, retryAfter: null })

/** Aborts after the timeout or with the parent signal. `stop` frees the timer and the listener. */
function startDeadline(timeoutMs: number, above?: AbortSignal) {
  const controller = new AbortController()
  const expire = () => controller.abort()
  const timer = setTimeout(expire, timeoutMs)
  above?.addEventListener('abort', expire)
  if (above?.aborted) expire()
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      above?.removeEventListener('abort', expire)
    },
  }
}
