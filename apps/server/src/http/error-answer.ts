import { constants, type ErrorResponse, operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import { type ErrorStatus, errors } from '../errors.ts'

const { 401: unauthorized } = operations.listCountries.responses
const challengeName = headerName(unauthorized, 'AuthenticateChallenge')

/** When to come back while the store is away: it is mended within seconds or by a person. */
const unavailableRetrySeconds = 5

export type ErrorAnswer = { status: ErrorStatus; headers: Record<string, string>; body: Buffer }

/**
 * The one shape of every error this server answers with, whoever finds it: hook, framework or parser.
 * @see specs/decisions/ D-016 and D-017
 */
export function toErrorAnswer(status: ErrorStatus, requestId: string): ErrorAnswer {
  const { code, message } = errors[status]
  const envelope: ErrorResponse = {
    status: false,
    statusCode: status,
    error: { code, message, requestId },
  }
  const headers: Record<string, string> = { 'content-type': unauthorized.body.contentType }
  if (status === 503) headers['retry-after'] = String(unavailableRetrySeconds)
  if (status === 401) headers[challengeName] = `Bearer realm="${constants.authenticationRealm}"`
  return { status, headers, body: Buffer.from(JSON.stringify(envelope)) }
}
