import type { Outcome } from './attempt.ts'
import { contractHeaders } from './contract-headers.ts'
import type { Settings } from './parse-client-options.ts'
import { parseRetryAfter } from './parse-retry-after.ts'
import type { Time } from './time.ts'

/** Answers that a later attempt can change: too many calls, and gateways without their service. */
const retriedStatuses = new Set([429, 502, 503, 504])
/** Sending these twice does what sending them once does. */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Milliseconds to wait before the next attempt, or null to stop with this outcome: exponential
 * backoff with full jitter, at least `Retry-After`, at most `maxRetryDelayMs`. A `Retry-After` beyond
 * that stops, for an earlier attempt would be refused.
 */
export function retryDelay(
  outcome: Outcome,
  { attempts, method, settings, time }: Attempted,
): number | null {
  if (attempts > settings.retries || !idempotentMethods.has(method)) return null
  if (!isRetried(outcome)) return null
  const { retryDelayMs, maxRetryDelayMs } = settings
  const backoffMs = time.random() * Math.min(maxRetryDelayMs, retryDelayMs * 2 ** (attempts - 1))
  const askedMs = outcome.kind === 'answer' ? retryAfterMs(outcome.response, time) : 0
  return askedMs > maxRetryDelayMs ? null : Math.round(Math.max(askedMs, backoffMs))
}

type Attempted = { attempts: number; method: string; settings: Settings; time: Time }

const isRetried = (outcome: Outcome) =>
  outcome.kind === 'answer'
    ? retriedStatuses.has(outcome.response.status)
    : outcome.kind === 'timeout' || outcome.kind === 'network-error'

const retryAfterMs = ({ headers }: Response, time: Time) =>
  (parseRetryAfter(headers.get(contractHeaders.retryAfter), time.nowMs()) ?? 0) * 1000
