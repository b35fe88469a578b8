import { headerName } from '../contract/header-name.ts'
import { constants, type OperatorError, operations } from '../generated/index.ts'
import type { Issue } from '../platform/refusal.ts'
import { type OperatorCode, operatorErrors } from './errors.ts'

const { 401: unauthorized, 503: unavailable } = operations.listPartners.responses
const challengeName = headerName(unauthorized, 'AuthenticateChallenge')
const retryAfterName = headerName(unavailable, 'RetryAfter')

/** A store that was away is back within seconds, or a person sees to it. */
const retryAfterSeconds = 1

type RenderedError = { status: number; headers: Record<string, string>; body: Buffer }

type ErrorParts = { requestId: string; issues?: readonly Issue[] | undefined }

/** The envelope of an error: that of the contract and, where the request is at fault, the issues. */
export function toOperatorError(
  code: OperatorCode,
  { requestId, issues = [] }: ErrorParts,
): OperatorError {
  const { status: statusCode, message } = operatorErrors[code]
  const error = { code, message, requestId }
  const told = issues.length === 0 ? error : { ...error, issues: [...issues] }
  return { status: false, statusCode, error: told }
}

/** The one shape of every error that the operator surface answers with, as it goes out. */
export function renderOperatorError(code: OperatorCode, parts: ErrorParts): RenderedError {
  const { status } = operatorErrors[code]
  const headers: Record<string, string> = { 'content-type': unauthorized.body.contentType }
  if (status === 401) headers[challengeName] = `Bearer realm="${constants.operatorRealm}"`
  if (status === 503) headers[retryAfterName] = String(retryAfterSeconds)
  return { status, headers, body: Buffer.from(JSON.stringify(toOperatorError(code, parts))) }
}
