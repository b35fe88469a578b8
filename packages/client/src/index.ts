export { servers } from '@partner-platform/types'
export type { Issue } from '@partner-platform/validators'
export type { AuthForm, CallOptions, ClientOptions } from './client-options.ts'
export { type Client, createClient } from './create-client.ts'
export { ClientError, type ProtocolErrorCode, protocolErrors } from './errors.ts'
export type { Condition, ConditionalMethod } from './operation-methods.ts'
export { parseRateLimit, type RateLimitState } from './parse-rate-limit.ts'
export type {
  AbortedResult,
  ConditionalResult,
  DocumentedResult,
  Failure,
  NetworkErrorResult,
  NotModifiedResult,
  OperationId,
  ProtocolErrorResult,
  Result,
  ResultBase,
  TimeoutResult,
  UnexpectedStatusResult,
} from './result.ts'
