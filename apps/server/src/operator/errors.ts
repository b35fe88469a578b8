import { constants, type OperatorErrorCode } from '../generated/index.ts'
import { toEnvelope, toErrorAnswer } from '../http/error-answer.ts'
import type { Issue } from '../platform/refusal.ts'

type Entry = { status: number; message: string }

type Literal<Text> = Text extends unknown ? (string extends Text ? never : Text) : never

/** The codes in the document. The table must have each. */
type Documented = Literal<OperatorErrorCode>

/**
 * Every error of the operator surface, by code. Codes that are not in the document answer requests that
 * call no operation, and our own failures. If only the status is known, the first code with it is sent.
 */
export const operatorErrors = {
  bad_request: { status: 400, message: 'The request does not match this operation.' },
  unauthorized: { status: 401, message: 'The operator token is missing or wrong.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, message: 'This path does not support this method.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  already_exists: {
    status: 409,
    message: 'This partner already has an endpoint in this environment.',
  },
  wrong_state: { status: 409, message: 'The current state does not allow this.' },
  event_expired: {
    status: 409,
    message: 'The event is too old for receivers to accept. Set sendExpired to send it anyway.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this Idempotency-Key is still in progress. Repeat it later.',
  },
  answer_shown_once: {
    status: 409,
    message: 'This request was already carried out, and its answer is shown only once.',
  },
  content_too_large: { status: 413, message: 'The request is too large.' },
  uri_too_long: { status: 414, message: 'The URL is too long.' },
  unsupported_media_type: { status: 415, message: 'The body must be application/json.' },
  expectation_failed: { status: 417, message: 'The expectation cannot be met.' },
  misdirected_request: { status: 421, message: 'The Host header does not name this server.' },
  unprocessable_content: { status: 422, message: 'The body does not match this operation.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key belongs to a different request. Use a new one.',
  },
  header_fields_too_large: { status: 431, message: 'The headers are too large.' },
  internal_error: { status: 500, message: 'The request failed on our side.' },
  service_unavailable: { status: 503, message: 'The service cannot answer now. Try again later.' },
} as const satisfies Record<string, Entry> & Record<Documented, Entry>

export type OperatorCode = keyof typeof operatorErrors

type Issues = readonly Issue[] | undefined

const toParts = (code: OperatorCode, requestId: string, issues: Issues) => ({
  code,
  requestId,
  issues,
  ...operatorErrors[code],
})

export function toOperatorError(code: OperatorCode, requestId: string, issues?: Issues) {
  const { status } = operatorErrors[code]
  return { status, body: toEnvelope(toParts(code, requestId, issues)) }
}

export const renderOperatorError = (code: OperatorCode, requestId: string, issues?: Issues) =>
  toErrorAnswer(toParts(code, requestId, issues), {
    realm: constants.operatorRealm,
    retryAfterSeconds: 1,
  })

export function renderStatus(status: number, requestId: string, issues?: Issues) {
  const codes = Object.keys(operatorErrors) as OperatorCode[]
  const code = codes.find((one) => operatorErrors[one].status === status) ?? 'internal_error'
  return renderOperatorError(code, requestId, issues)
}
