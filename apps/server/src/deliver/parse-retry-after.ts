const days = '(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?'
const clock = '[0-2][0-9]:[0-5][0-9]:[0-6][0-9]'
// The form that is written today, and the two that were.
const dateForms = [
  `${days}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} ${clock} GMT`,
  `${days}, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} ${clock} GMT`,
  `${days} [A-Z][a-z]{2} [ 0-9][0-9] ${clock} [0-9]{4}`,
]
const httpDate = new RegExp(`^(${dateForms.join('|')})$`)

/**
 * The pause that a receiver asks for, in whole seconds, at least 0 and never more than can be counted.
 * A date is taken relative to `wallMs`, Unix time. `null` for what is neither; never throws.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(value: string | null, wallMs: number): number | null {
  const text = (value ?? '').trim()
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  if (!httpDate.test(text)) return null
  // The form without a zone is in UTC as well.
  const dateMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - wallMs) / 1000))
}
