import { operations } from '@partner-platform/types'
import type { Issue } from '@partner-platform/validators'
import { headerName } from '../contract/header-name.ts'
import type { RenderedError } from '../contract/refusal.ts'

const { 401: unauthorized, 429: tooMany } = operations.listCountries.responses
const challengeName = headerName(unauthorized, 'AuthenticateChallenge')
const retryAfterName = headerName(tooMany, 'RetryAfter')

type Told = {
  status: number
  code: string
  message: string
  requestId: string
  issues?: readonly Issue[] | undefined
}

/**
 * The format of every error on both surfaces.
 * @see specs/decisions/ D-016
 */
export function toEnvelope({ status, code, message, requestId, issues = [] }: Told) {
  const error = { code, message, requestId }
  const told = issues.length === 0 ? error : { ...error, issues: [...issues] }
  return { status: false, statusCode: status, error: told }
}

/**
 * The error response. A 503 says when to try again.
 * @see specs/decisions/ D-017
 */
export function toErrorAnswer(
  told: Told,
  { realm, retryAfterSeconds }: { realm: string; retryAfterSeconds: number },
): RenderedError {
  const { status } = told
  const headers: Record<string, string> = { 'content-type': unauthorized.body.contentType }
  if (status === 503) headers[retryAfterName] = String(retryAfterSeconds)
  if (status === 401) headers[challengeName] = `Bearer realm="${realm}"`
  return { status, headers, body: Buffer.from(JSON.stringify(toEnvelope(told))) }
}
