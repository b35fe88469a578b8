import { constants } from '@partner-platform/types'

type NextAttempt = {
  /** Number of the attempt to be scheduled; the first is 1. */
  attempt: number
  /** At least 0, below 1. */
  random: number
  /** What the last answer asked for, `null` when it did not. */
  retryAfterSeconds: number | null
  /** Status of the last answer, `null` without one. */
  status: number | null
}

const { retryDelaysSeconds, retryJitterRatio, retryAfterRatio } = constants
const retryAfterStatuses: readonly (number | null)[] = constants.retryAfterStatuses

/**
 * How long to wait before an attempt, or that there is none left. The wait is the attempt's step, more
 * or less up to the jitter; where the receiver asked for a pause, that, within one and two steps.
 * @see specs/decisions/ D-010 and D-012
 */
export function nextDelay(next: NextAttempt): { delayMs: number } | { deadLetter: true } {
  const stepSeconds = retryDelaysSeconds[next.attempt - 1]
  if (stepSeconds === undefined) return { deadLetter: true }
  const stepMs = stepSeconds * 1000
  if (next.retryAfterSeconds !== null && retryAfterStatuses.includes(next.status)) {
    const askedMs = next.retryAfterSeconds * 1000
    return { delayMs: Math.min(Math.max(askedMs, stepMs), retryAfterRatio * stepMs) }
  }
  const jitter = 1 + retryJitterRatio * (2 * next.random - 1)
  return { delayMs: Math.round(stepMs * jitter) }
}
