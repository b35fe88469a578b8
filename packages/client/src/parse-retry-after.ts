const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{5,11} \d\d:\d\d:\d\d (GMT|\d{4})$/

/**
 * Whole seconds to wait, rounded up and at least 0, from a `Retry-After` value: delay seconds or an
 * HTTP date in any of its three forms. Null without a value and for anything else. Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : null
  if (!httpDate.test(text)) return null
  // The oldest form of a date names no zone, and is in UTC all the same.
  const dateMs = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000))
}
