import type { HeaderLine } from './outgoing.ts'

/**
 * How an exchange ended: with a whole answer or as much of it as is read, without one in time, with a
 * connection that broke, or with no connection.
 */
export type AnswerEnd = 'answered' | 'timed-out' | 'broken' | 'refused'

export type Answer = {
  end: AnswerEnd
  /** `null` when none came. An exchange that ended badly may have one all the same. */
  status: number | null
  headers: readonly HeaderLine[]
  body: Uint8Array
  /** Whether the status came before the body had gone out. */
  isEarly: boolean
  durationMs: number
}

/** The values of a header, one for each line. */
export function valuesOf(answer: Answer, name: string): string[] {
  const wanted = name.toLowerCase()
  return answer.headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value)
}

/**
 * The kind of answer, as the sender of a webhook sees it: 2xx, 3xx, 4xx, 5xx, a connection that closed
 * without a whole answer, or nothing.
 * @see specs/decisions/ D-010
 */
export type AnswerKind = 'accepted' | 'redirected' | 'refused' | 'failed' | 'closed' | 'silent'

export function kindOf({ end, status }: Answer): AnswerKind {
  if (end === 'timed-out' || end === 'refused') return 'silent'
  // 101 without the headers of an upgrade arrives as an answer.
  if (end === 'broken' || status === null || status < 200) return 'closed'
  if (status < 300) return 'accepted'
  if (status < 400) return 'redirected'
  return status < 500 ? 'refused' : 'failed'
}

/** An answer in a few words: status and time, or why there is none. Nothing of its body. */
export function describeAnswer(answer: Answer): string {
  const afterMs = `${Math.round(answer.durationMs)} ms`
  if (answer.end === 'timed-out') {
    return answer.status === null
      ? `no answer within ${afterMs}`
      : `${answer.status}, but no end of the answer within ${afterMs}`
  }
  if (answer.end === 'refused') return 'the connection was refused'
  if (answer.end === 'broken') {
    return answer.status === null
      ? `a connection that closed without an answer, after ${afterMs}`
      : `${answer.status}, but the connection closed before the end of the answer`
  }
  const redirect = kindOf(answer) === 'redirected' ? ', a redirect, which is never followed' : ''
  return `${answer.status} in ${afterMs}${redirect}`
}
