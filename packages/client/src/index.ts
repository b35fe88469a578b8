export { servers } from '@partner-platform/types'
export type { Issue } from '@partner-platform/validators'
export type { AuthForm, CallOptions, ClientOptions } from './client-options.ts'
export type { OperationId } from './contract.ts'
export { type Client, ClientError, createClient } from './create-client.ts'
export { type ProtocolErrorCode, protocolErrors } from './errors.ts'
export type { Condition, ConditionalMethod } from './operation-methods.ts'
export { parseRateLimit, type RateLimitState } from './parse-rate-limit.ts'
export type {
  AbortedResult,
  ConditionalResult,
  DocumentedResult,
  Failure,
  NetworkErrorResult,
  NotModifiedResult,
  ProtocolErrorResult,
  Result,
  ResultBase,
  TimeoutResult,
  UnexpectedStatusResult,
} from './result.ts'
