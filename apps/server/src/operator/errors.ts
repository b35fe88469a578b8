import type { OperatorErrorCode } from '../generated/index.ts'

type Entry = { status: number; message: string }

type Literal<Text> = Text extends unknown ? (string extends Text ? never : Text) : never

/** Codes that the document names; the table must have each. */
type Documented = Literal<OperatorErrorCode>

/**
 * Every error that the operator surface answers with, by its code. Those that the document does not
 * name are answers to requests that are no call of an operation, and to failures of our own.
 */
export const operatorErrors = {
  bad_request: { status: 400, message: 'The request is not as this operation reads it.' },
  unauthorized: { status: 401, message: 'The operator token is missing or wrong.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, message: 'This path does not answer to this method.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  already_exists: { status: 409, message: 'This is there already.' },
  wrong_state: { status: 409, message: 'Its state does not allow this now.' },
  event_expired: {
    status: 409,
    message: 'The event is too old for receivers to accept. Set sendExpired to send it anyway.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this Idempotency-Key is under way.',
  },
  answer_shown_once: {
    status: 409,
    message: 'This was done, and its answer is not shown again.',
  },
  content_too_large: { status: 413, message: 'The request is larger than this server reads.' },
  uri_too_long: { status: 414, message: 'The URL is longer than this server reads.' },
  unsupported_media_type: { status: 415, message: 'The body must be application/json.' },
  expectation_failed: { status: 417, message: 'The expectation cannot be met.' },
  misdirected_request: { status: 421, message: 'The Host header does not name this server.' },
  unprocessable_content: { status: 422, message: 'The body is not as this operation reads it.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key belongs to another request.',
  },
  header_fields_too_large: {
    status: 431,
    message: 'The headers are larger than this server reads.',
  },
  internal_error: { status: 500, message: 'The request failed on our side.' },
  service_unavailable: {
    status: 503,
    message: 'The service cannot answer at the moment.',
  },
} as const satisfies Record<string, Entry> & Record<Documented, Entry>

export type OperatorCode = keyof typeof operatorErrors

/** The code of an error that only its HTTP status tells of. */
export const codeByStatus = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'content_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  422: 'unprocessable_content',
  431: 'header_fields_too_large',
  500: 'internal_error',
  503: 'service_unavailable',
} as const satisfies Partial<Record<number, OperatorCode>>
