const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The pause that an answer asks for, in whole seconds, at least 0; a date is taken relative to `nowMs`,
 * Unix time. `null` for what is neither.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = (value ?? '').trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  const dateMs = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000))
}
