import { constants } from '@partner-platform/types'
import type { WebhookEvent } from './parse-event.ts'
import { refusal } from './refusal.ts'

const { timestampFutureLimitSeconds, timestampAgeLimitSeconds } = constants

/**
 * A refusal where the signed time of an event is too far ahead of `nowMs` (Unix time) or too old;
 * the limits themselves are within. @see specs/decisions D-005
 */
export function checkTimestamp(timestamp: string, nowMs: number) {
  const ageSeconds = (nowMs - Date.parse(timestamp)) / 1000
  const at = `/${'timestamp' satisfies keyof WebhookEvent}`
  if (Number.isNaN(ageSeconds)) {
    return refusal(
      'invalid-payload',
      'timestamp is no moment: expected a date of the calendar.',
      at,
    )
  }
  if (-ageSeconds > timestampFutureLimitSeconds) {
    return refusal(
      'timestamp-in-future',
      `timestamp is ahead: expected at most ${timestampFutureLimitSeconds} s, received ${Math.ceil(-ageSeconds)} s.`,
      at,
    )
  }
  if (ageSeconds > timestampAgeLimitSeconds) {
    return refusal(
      'timestamp-too-old',
      `timestamp is old: expected at most ${timestampAgeLimitSeconds} s, received ${Math.ceil(ageSeconds)} s.`,
      at,
    )
  }
  return undefined
}
