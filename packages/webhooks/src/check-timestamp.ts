import { constants } from '@partner-platform/types'
import { refusal } from './errors.ts'
import type { WebhookEvent } from './parse-event.ts'
import { parseInstant } from './parse-instant.ts'

/** How far the signed time of an event may be from the receiver's clock. @see specs/decisions D-005 */
export type TimeLimits = {
  /** `Infinity` for no limit. @default constants.timestampAgeLimitSeconds */
  maxAgeSeconds?: number
  /** `Infinity` for no limit. @default constants.timestampFutureLimitSeconds */
  maxAheadSeconds?: number
}

/** Throws a `TypeError` unless both limits are numbers of seconds. */
export function assertTimeLimits(limits: TimeLimits): void {
  for (const name of ['maxAgeSeconds', 'maxAheadSeconds'] as const) {
    const value: unknown = limits[name]
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue
    throw new TypeError(`${name} is unusable. Pass seconds, 0 or more, or Infinity for no limit.`)
  }
}

/**
 * A refusal if the signed time of an event is too far ahead of `nowMs` (Unix time) or too old. The
 * limits themselves are allowed. @see specs/decisions D-005
 */
export function checkTimestamp(
  timestamp: string,
  nowMs: number,
  {
    maxAgeSeconds = constants.timestampAgeLimitSeconds,
    maxAheadSeconds = constants.timestampFutureLimitSeconds,
  }: { [Name in keyof TimeLimits]: TimeLimits[Name] | undefined },
) {
  const at = `/${'timestamp' satisfies keyof WebhookEvent}`
  const atMs = parseInstant(timestamp)
  if (atMs === undefined) {
    return refusal('invalid-payload', 'timestamp is not a date and time in RFC 3339 format.', at)
  }
  const ageSeconds = (nowMs - atMs) / 1000
  if (-ageSeconds > maxAheadSeconds) {
    return refusal(
      'timestamp-in-future',
      `timestamp is ${Math.ceil(-ageSeconds)} s ahead; the limit is ${maxAheadSeconds} s.`,
      at,
    )
  }
  if (ageSeconds > maxAgeSeconds) {
    return refusal(
      'timestamp-too-old',
      `timestamp is ${Math.ceil(ageSeconds)} s old; the limit is ${maxAgeSeconds} s.`,
      at,
    )
  }
  return undefined
}
