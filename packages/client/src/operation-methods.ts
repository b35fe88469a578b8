import type { operations } from '@partner-platform/types'
import type { ParamsOption, RequestBodyOption } from 'openapi-fetch'
import type { CallOptions } from './client-options.ts'
import type { conditionSchema, OperationId } from './contract.ts'
import type { ConditionalResult, Result } from './result.ts'

/**
 * One method for each operation of the contract, by its id. It takes `params` and `body` if the
 * operation has them, and returns a typed result. It rejects only for a mistake in the program.
 */
export type OperationMethods = {
  // Not an alias: editors would lose the description of each operation.
  readonly [Id in keyof typeof operations]: [ConditionName<Id>] extends [never]
    ? (...input: InputOf<Id, CallOptions>) => Promise<Result<Id>>
    : ConditionalMethod<Id>
}

/** Taken only by an operation that supports entity tags. */
export interface Condition {
  /**
   * The entity tag of the answer that you have: `etag` of its result. If that is still current, the
   * result has status 304 and no data.
   */
  ifNoneMatch: string | undefined
}

/** An operation that supports entity tags. `ifNoneMatch` replaces the header in `params`. */
export interface ConditionalMethod<Id extends OperationId> {
  (...input: InputOf<Id, CallOptions & { ifNoneMatch?: undefined }>): Promise<Result<Id>>
  (input: OperationInput<Id> & CallOptions & Condition): Promise<ConditionalResult<Id>>
}

type InputOf<Id extends OperationId, Options> =
  Record<never, never> extends OperationInput<Id>
    ? [input?: OperationInput<Id> & Options]
    : [input: OperationInput<Id> & Options]

/** `params` and `body` of an operation, as openapi-fetch types them, without its condition. */
type OperationInput<Id extends OperationId> = ParamsOption<{
  parameters: WithoutHeaders<operations[Id]['parameters'], ConditionName<Id>>
}> &
  RequestBodyOption<operations[Id]>

type WithoutHeaders<Parameters, Left extends PropertyKey> = {
  [Place in keyof Parameters]: Place extends 'header'
    ? [Left] extends [never]
      ? Parameters[Place]
      : Omit<NonNullable<Parameters[Place]>, Left> & { [Name in Left]?: never }
    : Parameters[Place]
}

type RequestHeaders<Id extends OperationId> = (typeof operations)[Id]['parameters']['header']

/** Names of the request headers by which an operation sends its body only if it is new. */
type ConditionName<Id extends OperationId> = {
  [Name in keyof RequestHeaders<Id>]: RequestHeaders<Id>[Name] extends {
    schema: typeof conditionSchema
  }
    ? Name
    : never
}[keyof RequestHeaders<Id>]
