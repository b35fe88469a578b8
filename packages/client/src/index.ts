export { servers } from '@partner-platform/types'
export type { Issue } from '@partner-platform/validators'
export type { Client } from './assemble-client.ts'
export type { AuthForm } from './auth.ts'
export { ClientError } from './client-error.ts'
export type { CallOptions, ClientOptions } from './client-options.ts'
export { createClient } from './create-client.ts'
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
  OperationId,
  ProtocolErrorResult,
  Result,
  ResultBase,
  TimeoutResult,
  UnexpectedStatusResult,
} from './result.ts'
