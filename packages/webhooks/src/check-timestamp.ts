import { constants } from '@partner-platform/types'
import { type ParseCode, refusal } from './errors.ts'
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
  }: TimeLimits,
) {
  const refuse = (code: ParseCode, says: string) =>
    refusal(code, `timestamp is ${says}.`, `/${'timestamp' satisfies keyof WebhookEvent}`)
  const atMs = parseInstant(timestamp)
  if (atMs === undefined) return refuse('invalid-payload', 'not a date and time in RFC 3339 format')
  const ageSeconds = (nowMs - atMs) / 1000
  const seconds = Math.ceil(Math.abs(ageSeconds))
  if (-ageSeconds > maxAheadSeconds) {
    return refuse('timestamp-in-future', `${seconds} s ahead; the limit is ${maxAheadSeconds} s`)
  }
  if (ageSeconds <= maxAgeSeconds) return undefined
  return refuse('timestamp-too-old', `${seconds} s old; the limit is ${maxAgeSeconds} s`)
}
