import type { Departure, Issue, responseParsers } from '@partner-platform/validators'
import type { notModified, OperationId } from './contract.ts'
import type { ProtocolErrorCode } from './errors.ts'
import type { RateLimitState } from './parse-rate-limit.ts'

/** What every result carries. */
export interface ResultBase {
  /** Requests sent, retries included; 0 if the signal had aborted before the first. */
  attempts: number
  /** What the last answer says about the rate limit; null without a usable header or an answer. */
  rateLimit: RateLimitState | null
  /** Identifier of the last request, for support. Absent unless the answer gives one. */
  requestId?: string
  /** Entity tag of the answer, to pass as `ifNoneMatch`. Absent unless the answer gives one. */
  etag?: string
  /**
   * The last answer, its body buffered and not yet read. Absent if there is none, if its body is too
   * large, or if its status is outside 200 to 599, which `Response` rejects.
   */
  response?: Response
}

/** An HTTP status that the contract documents for the operation: 2xx with `data`, others with `error`. */
export type DocumentedResult<Id extends OperationId> = {
  [Status in StatusOf<Id>]: ResultBase & {
    status: Status
    response: Response
    /** What the service should not have sent. Empty if `error` is null. */
    departures: readonly Departure[]
  } & (IsOk<Status> extends true
      ? { ok: true; data: BodyOf<Id, Status> }
      : {
          ok: false
          /** Null if the body has no error with a code and a message. */
          error: Envelope<BodyOf<Id, Status>> | null
          /** What came instead of the documented body, or null. */
          bodyProblem: string | null
          message: string
        })
}[StatusOf<Id>]

/** A body of an error with what makes it one; for readers in general it is optional. */
type Envelope<Body> = Body extends { error?: infer One }
  ? Body & {
      error: Required<Pick<NonNullable<One>, keyof NonNullable<One> & ('code' | 'message')>>
    }
  : Body

/** Your copy is still current: the answer to `ifNoneMatch`, without a body. */
export interface NotModifiedResult extends ResultBase {
  status: typeof notModified
  ok: false
  response: Response
}

interface Failed<Status extends string> extends ResultBase {
  status: Status
  ok: false
  message: string
}

/** An HTTP status that the contract does not document; the body is in `response`, if present. */
export interface UnexpectedStatusResult extends Failed<'unexpected-status'> {
  httpStatus: number
}

/** An answer that breaks the contract, whatever its HTTP status. */
export interface ProtocolErrorResult extends Failed<'protocol-error'> {
  code: ProtocolErrorCode
  /** 0 for a redirect in a browser, which hides the status. */
  httpStatus: number
  /** Where the body breaks the contract; empty unless `code` is `'off-schema'`. */
  issues: Issue[]
}

/** The last attempt took longer than `timeoutMs`, body included. */
export type TimeoutResult = Failed<'timeout'>

/** No answer, or one that broke off; `cause` is the error of `fetch`. */
export interface NetworkErrorResult extends Failed<'network-error'> {
  cause: unknown
}

/** The caller's signal aborted; `cause` is its reason. */
export interface AbortedResult extends Failed<'aborted'> {
  cause: unknown
}

/** Every result other than a documented status. */
export type Failure =
  | UnexpectedStatusResult
  | ProtocolErrorResult
  | TimeoutResult
  | NetworkErrorResult
  | AbortedResult

/** What a method of the client returns: narrow it by `status`, or by `ok`. */
export type Result<Id extends OperationId> = DocumentedResult<Id> | Failure

/** What a call with an entity tag returns. */
export type ConditionalResult<Id extends OperationId> = Result<Id> | NotModifiedResult

// 304 answers only a call that carried an entity tag.
type StatusOf<Id extends OperationId> = Exclude<
  keyof (typeof responseParsers)[Id] & number,
  typeof notModified
>
type IsOk<Status extends number> = `${Status}` extends `2${string}` ? true : false
type BodyOf<
  Id extends OperationId,
  Status extends StatusOf<Id>,
> = (typeof responseParsers)[Id][Status] extends {
  body: { received: (value: unknown) => infer Parsed }
}
  ? Extract<Parsed, { ok: true; value: unknown }>['value']
  : undefined
