import { constants } from '@partner-platform/types'

/** How a completed or broken exchange counts. Only `accepted` is a success. */
export type AnswerOutcome = 'accepted' | 'redirected' | 'refused' | 'broken'

/** Any 2xx is accepted; a 3xx is never followed. `null`, for no status, is broken. */
export function toOutcome(status: number | null): AnswerOutcome {
  // 101 without the headers of an upgrade arrives as an answer.
  if (status === null || status < 200) return 'broken'
  if (status < 300) return 'accepted'
  return status < 400 ? 'redirected' : 'refused'
}

export type NextAttempt = {
  /** Number of the attempt to be scheduled; the first is 1. */
  attempt: number
  /** From 0 to 1: the place in the range of the jitter. */
  random: number
  /** The pause that the last answer asked for, or `null`. */
  retryAfterSeconds: number | null
  /** Status of the last answer, `null` without one. */
  status: number | null
}

const { retryDelaysSeconds, retryJitterRatio, retryAfterRatio } = constants
const retryAfterStatuses: readonly (number | null)[] = constants.retryAfterStatuses

/**
 * The wait before an attempt, or `deadLetter` if no attempt is left: the step of the attempt with jitter,
 * or the pause that the receiver asked for, limited to between one and two steps.
 * @see specs/decisions/ D-010 and D-012
 */
export function nextDelay(next: NextAttempt): { delayMs: number } | { deadLetter: true } {
  const stepSeconds = retryDelaysSeconds[next.attempt - 1]
  if (stepSeconds === undefined) return { deadLetter: true }
  const stepMs = stepSeconds * 1000
  if (next.retryAfterSeconds !== null && retryAfterStatuses.includes(next.status)) {
    const askedMs = next.retryAfterSeconds * 1000
    return { delayMs: Math.min(Math.max(askedMs, stepMs), retryAfterRatio * stepMs) }
  }
  const jitter = 1 + retryJitterRatio * (2 * next.random - 1)
  return { delayMs: Math.round(stepMs * jitter) }
}

const days = '(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?'
const clock = '[0-2][0-9]:[0-5][0-9]:[0-6][0-9]'
// The current form and the two obsolete forms.
const dateForms = [
  `${days}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} ${clock} GMT`,
  `${days}, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} ${clock} GMT`,
  `${days} [A-Z][a-z]{2} [ 0-9][0-9] ${clock} [0-9]{4}`,
]
const httpDate = new RegExp(`^(${dateForms.join('|')})$`)

/**
 * The pause that a receiver asks for, in whole seconds, from 0 to `Number.MAX_SAFE_INTEGER`. A date is
 * relative to `wallMs`, Unix time. `null` for anything else; never throws. The client reads its own answers more tolerantly, with repeated headers.
 * @see specs/vectors/retry-after.json
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
