import type { ProtocolErrorCode } from './errors.ts'
import type { Failure } from './result.ts'

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
