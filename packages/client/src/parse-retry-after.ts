/** A comma, except the one inside a date: `Fri, 20 Nov …`, `Friday, 20-Nov-26 …`. */
const betweenValues = /,(?! ?\d\d[ -][A-Z])/

/**
 * Whole seconds to wait, rounded up and at least 0, from the value of `Retry-After`. If the header
 * is repeated, the longest wait counts. Null without a usable value. Never throws. More tolerant than
 * the sender of webhooks, which reads the header as `specs/vectors/retry-after.json` says.
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

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{5,11} \d\d:\d\d:\d\d (GMT|\d{4})$/

/**
 * Whole seconds to wait, rounded up and at least 0, from delay seconds or an HTTP date in any of its
 * three forms. Beyond `Number.MAX_SAFE_INTEGER` it is that number. Null for anything
 * else. Never throws.
 */
export function parseDelay(value: string, nowMs: number): number | null {
  const text = value.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  if (!httpDate.test(text)) return null
  // The oldest form of a date names no zone; it is in UTC too.
  const dateMs = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000))
}
