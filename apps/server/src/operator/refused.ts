import type { Invalid, Refusal, RefusalCode } from '../platform/refusal.ts'
import type { OperatorCode } from './errors.ts'
import type { Refused } from './handler.ts'

/** What the platform refuses, in the words of this surface. */
const codes = {
  'not-found': 'not_found',
  'already-exists': 'already_exists',
  'wrong-state': 'wrong_state',
  'event-expired': 'event_expired',
  'unknown-cursor': 'bad_request',
  invalid: 'unprocessable_content',
} as const satisfies Record<RefusalCode | 'invalid', OperatorCode>

const unknownCursor = {
  path: '/query/after',
  message: 'must be the `next` of a page of this list',
  keyword: 'pattern',
}

/** The error that a refusal of the platform is answered with. */
export function refused<Result extends Refusal<RefusalCode> | Invalid>(
  result: Result,
): Refused<(typeof codes)[Result['code']]> {
  const code = codes[result.code as Result['code']]
  if (result.code === 'invalid') return { refused: code, issues: result.issues }
  return result.code === 'unknown-cursor'
    ? { refused: code, issues: [unknownCursor] }
    : { refused: code }
}
