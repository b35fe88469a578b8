import { constants, type ErrorCode, type operations } from '@partner-platform/types'
import { toEnvelope, toErrorAnswer } from './http/error-answer.ts'

type Entry = { code: ErrorCode; message: string }

type Status = { [Id in keyof operations]: keyof operations[Id]['responses'] }[keyof operations]

/** The error statuses that the contract documents. The table must have each. */
type Documented = Status extends infer One
  ? `${One & number}` extends `${4 | 5}${string}`
    ? One & number
    : never
  : never

/**
 * Every error that this server sends to partners, by HTTP status. Operations document some of these. The
 * others answer requests that match no operation, in the same envelope.
 * @see specs/decisions/ D-016
 */
export const errors = {
  400: { code: 'bad_request', message: 'The request cannot be read.' },
  401: { code: 'unauthorized', message: 'The API key is missing or invalid.' },
  403: {
    code: 'forbidden',
    message: 'The key is not allowed for this environment or request origin.',
  },
  404: { code: 'not_found', message: 'There is nothing at this path.' },
  405: { code: 'method_not_allowed', message: 'This path does not support this method.' },
  408: { code: 'request_timeout', message: 'The request did not arrive in time.' },
  413: { code: 'content_too_large', message: 'The request is too large.' },
  414: { code: 'uri_too_long', message: 'The URL is too long.' },
  415: { code: 'unsupported_media_type', message: 'The body must be application/json.' },
  417: { code: 'expectation_failed', message: 'The expectation cannot be met.' },
  422: { code: 'unprocessable_content', message: 'The body does not match this operation.' },
  429: { code: 'too_many_requests', message: 'The rate limit of this key is exceeded.' },
  431: { code: 'header_fields_too_large', message: 'The headers are too large.' },
  500: { code: 'internal_error', message: 'The request failed on our side.' },
  503: { code: 'unavailable', message: 'The service cannot answer now. Try again later.' },
} as const satisfies Record<number, Entry> & Record<Documented, Entry>

export type ErrorStatus = keyof typeof errors

/** The body of an error that an operation answers with. */
export function toError<const Code extends ErrorStatus>(status: Code, requestId: string) {
  const { error } = toEnvelope({ status, ...errors[status], requestId })
  return { status: false as const, statusCode: status, error }
}

export const renderError = (status: ErrorStatus, requestId: string) =>
  toErrorAnswer(
    { status, ...errors[status], requestId },
    { realm: constants.authenticationRealm, retryAfterSeconds: 5 },
  )
