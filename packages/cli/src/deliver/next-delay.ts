import { constants } from '@partner-platform/types'

export type NextAttempt = {
  /** Number of the attempt to be scheduled; the first is 1. */
  attempt: number
  /** At least 0, at most 1: where in the range of the jitter. */
  random: number
  /** What the last answer asked for, `null` when it did not. */
  retryAfterSeconds: number | null
  /** Status of the last answer, `null` without one. */
  status: number | null
}

const retryAfterStatuses: readonly (number | null)[] = constants.retryAfterStatuses

/**
 * How long the service waits before an attempt, or that there is none left.
 * @see specs/decisions D-010 and D-012
 */
export function nextDelay({
  attempt,
  random,
  retryAfterSeconds,
  status,
}: NextAttempt): { delayMs: number } | { deadLetter: true } {
  const stepSeconds = constants.retryDelaysSeconds[attempt - 1]
  if (stepSeconds === undefined) return { deadLetter: true }
  const stepMs = stepSeconds * 1000
  if (retryAfterSeconds !== null && retryAfterStatuses.includes(status)) {
    const longestMs = constants.retryAfterRatio * stepMs
    return { delayMs: Math.min(Math.max(retryAfterSeconds * 1000, stepMs), longestMs) }
  }
  return { delayMs: Math.round(stepMs * (1 + constants.retryJitterRatio * (2 * random - 1))) }
}
