import { constants } from '@partner-platform/types'
import { nextDelay, parseRetryAfter, toOutcome } from '@partner-platform/webhooks/delivery'
import type { Exchange } from './post-message.ts'

export type Outcome = 'accepted' | 'redirected' | 'refused' | 'timed-out' | 'broken' | 'unreachable'

/** What the service would do after a first attempt that ended like this. */
export type NextStep =
  | { do: 'nothing' }
  | { do: 'disable-endpoint' }
  | { do: 'retry'; fromMs: number; toMs: number }

export type Verdict = { outcome: Outcome; next: NextStep }

/**
 * Whether the service would count an exchange as accepted, and what it would do next.
 * @see specs/decisions D-010 and D-012
 */
export function judgeExchange(exchange: Exchange, nowMs: number): Verdict {
  const outcome = exchange.end === 'answered' ? toOutcome(exchange.status) : exchange.end
  return { outcome, next: nextStep(outcome, exchange, nowMs) }
}

function nextStep(outcome: Outcome, { status, retryAfter }: Exchange, nowMs: number): NextStep {
  if (outcome === 'accepted') return { do: 'nothing' }
  if (outcome === 'refused' && status === constants.endpointGoneStatus) {
    return { do: 'disable-endpoint' }
  }
  const retryAfterSeconds = parseRetryAfter(retryAfter, nowMs)
  const [from, to] = [0, 1].map((random) =>
    nextDelay({ attempt: 2, random, retryAfterSeconds, status }),
  )
  if (!from || !to || 'deadLetter' in from || 'deadLetter' in to) return { do: 'nothing' }
  return { do: 'retry', fromMs: from.delayMs, toMs: to.delayMs }
}
