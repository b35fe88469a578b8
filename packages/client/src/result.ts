import type { operations } from '@partner-platform/types'
import type { Departure, Issue, responseParsers } from '@partner-platform/validators'
import type { notModified } from './documented-responses.ts'
import type { ProtocolErrorCode } from './errors.ts'
import type { RateLimitState } from './parse-rate-limit.ts'

/** The operations of the contract; each is a method of the client. */
export type OperationId = keyof typeof operations

/** What every result carries. */
export interface ResultBase {
  /** Requests sent, retries included; 0 where the signal had aborted before the first. */
  attempts: number
  /** What the last answer says about the rate limit; null where it is silent or there is none. */
  rateLimit: RateLimitState | null
  /** Identifier of the last request, to quote to support; there where its answer gives one. */
  requestId?: string
  /** Entity tag of the answer, to pass as `ifNoneMatch`; there where the answer gives one. */
  etag?: string
  /**
   * The last answer, its body buffered and not yet read. Absent where there is none, where its body
   * is too large, and where its status is none from 200 to 599: no `Response` can be made with those.
   */
  response?: Response
}

/** An HTTP status that the contract documents for the operation: 2xx with `data`, others with `error`. */
export type DocumentedResult<Id extends OperationId> = {
  [Status in StatusOf<Id>]: ResultBase & {
    status: Status
    response: Response
  } & (IsOk<Status> extends true
      ? { ok: true; data: BodyOf<Id, Status>; departures: readonly Departure[] }
      : {
          ok: false
          /** Null where the body is not the documented one. */
          error: BodyOf<Id, Status> | null
          /** What came instead of the documented body, or null. */
          bodyProblem: string | null
          message: string
        })
}[StatusOf<Id>]

/** What the caller has is still right: the answer to `ifNoneMatch`, without a body. */
export interface NotModifiedResult extends ResultBase {
  status: typeof notModified
  ok: false
  response: Response
}

/** An HTTP status that the contract does not document; the body is in `response`, if that is there. */
export interface UnexpectedStatusResult extends ResultBase {
  status: 'unexpected-status'
  ok: false
  httpStatus: number
  message: string
}

/** An answer that the contract does not allow, whatever its HTTP status. */
export interface ProtocolErrorResult extends ResultBase {
  status: 'protocol-error'
  ok: false
  code: ProtocolErrorCode
  /** 0 for a redirect in a browser, which hides the status. */
  httpStatus: number
  /** Where the body departs from the contract; empty unless `code` is `'off-schema'`. */
  issues: Issue[]
  message: string
}

/** The last attempt took longer than `timeoutMs`, body included. */
export interface TimeoutResult extends ResultBase {
  status: 'timeout'
  ok: false
  message: string
}

/** No answer, or one that broke off; `cause` is the error of `fetch`. */
export interface NetworkErrorResult extends ResultBase {
  status: 'network-error'
  ok: false
  cause: unknown
  message: string
}

/** The caller's signal aborted; `cause` is its reason. */
export interface AbortedResult extends ResultBase {
  status: 'aborted'
  ok: false
  cause: unknown
  message: string
}

/** Everything that can come back beyond the documented statuses. */
export type Failure =
  | UnexpectedStatusResult
  | ProtocolErrorResult
  | TimeoutResult
  | NetworkErrorResult
  | AbortedResult

/** What a method of the client returns: narrow it by `status`, or by `ok`. */
export type Result<Id extends OperationId> = DocumentedResult<Id> | Failure

/** The same of a call that was given an entity tag. */
export type ConditionalResult<Id extends OperationId> = Result<Id> | NotModifiedResult

// Not modified is an answer to those alone who asked by entity tag.
type StatusOf<Id extends OperationId> = Exclude<
  keyof (typeof responseParsers)[Id] & number,
  typeof notModified
>
type IsOk<Status extends number> = `${Status}` extends `2${string}` ? true : false
type BodyOf<
  Id extends OperationId,
  Status extends StatusOf<Id>,
> = (typeof responseParsers)[Id][Status] extends { body: { received: infer Parse } }
  ? ParsedBy<Parse>
  : undefined
type ParsedBy<Parse> = Parse extends (value: unknown) => infer Parsed
  ? Parsed extends { ok: true; value: infer Value }
    ? Value
    : never
  : never
