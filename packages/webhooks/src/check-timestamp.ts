import { constants } from '@partner-platform/types'
import type { WebhookEvent } from './parse-event.ts'
import { parseInstant } from './parse-instant.ts'
import { refusal } from './refusal.ts'

const { timestampFutureLimitSeconds, timestampAgeLimitSeconds } = constants

/**
 * A refusal where the signed time of an event is too far ahead of `nowMs` (Unix time) or too old;
 * the limits themselves are within. @see specs/decisions D-005
 */
export function checkTimestamp(timestamp: string, nowMs: number) {
  const at = `/${'timestamp' satisfies keyof WebhookEvent}`
  const atMs = parseInstant(timestamp)
  if (atMs === undefined) {
    return refusal(
      'invalid-payload',
      'timestamp names no instant: expected a date and time in the form of RFC 3339.',
      at,
    )
  }
  const ageSeconds = (nowMs - atMs) / 1000
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
