import type { Failure } from './result.ts'

/** Why an answer is none of the contract's, by code; each with what to do about it. */
export const protocolErrors = {
  redirect: 'Redirects are never followed, for the key would go along. Correct baseUrl',
  'html-body': 'A proxy or login page may have answered. Check baseUrl and the network',
  'wrong-content-type': 'Something other than the service may have answered. Check baseUrl',
  'empty-body': 'The answer lost its body. Try again, then report it',
  'invalid-json': 'The answer is cut short or damaged. Try again, then report it',
  'off-schema': 'See issues. Update this package, or report it',
  'body-too-large': 'Raise bodyLimitBytes if that much is expected',
} as const

/** Every code of a `'protocol-error'` result. */
export type ProtocolErrorCode = keyof typeof protocolErrors

/** What `client.GET` and its siblings throw where there is no answer that can be used. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  /** The code of a `'protocol-error'`, else the status of the result. */
  readonly code: ProtocolErrorCode | Exclude<Failure['status'], 'protocol-error'>
  /** What a method of the client would have returned. */
  readonly result: Failure

  constructor(result: Failure) {
    super(result.message, 'cause' in result ? { cause: result.cause } : undefined)
    this.code = result.status === 'protocol-error' ? result.code : result.status
    this.result = result
  }
}
