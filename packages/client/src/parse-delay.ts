const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{5,11} \d\d:\d\d:\d\d (GMT|\d{4})$/

/**
 * Whole seconds to wait, rounded up and at least 0, from delay seconds or an HTTP date in any of its
 * three forms. More seconds than can be counted are `Number.MAX_SAFE_INTEGER`: long, but no error.
 * Null for anything else. Never throws.
 */
export function parseDelay(value: string, nowMs: number): number | null {
  const text = value.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  if (!httpDate.test(text)) return null
  // The oldest form of a date names no zone, and is in UTC all the same.
  const dateMs = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000))
}
