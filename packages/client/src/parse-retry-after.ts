import { parseDelay } from './parse-delay.ts'

/** A comma, but not the one within a date: `Fri, 20 Nov …`, `Friday, 20-Nov-26 …`. */
const betweenValues = /,(?! ?\d\d[ -][A-Z])/

/**
 * Whole seconds to wait, rounded up and at least 0, from the value of `Retry-After`. Where the header
 * is repeated, the longest of the waits in it: a call before that would be refused. Null without any.
 * Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  let longest: number | null = null
  for (const part of (value ?? '').split(betweenValues)) {
    const seconds = parseDelay(part, nowMs)
    if (seconds !== null) longest = Math.max(longest ?? 0, seconds)
  }
  return longest
}
