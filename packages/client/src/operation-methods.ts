import type { operations } from '@partner-platform/types'
import type { CallOptions } from './client-options.ts'
import type { ConditionName, OperationId } from './contract.ts'
import type { OperationInput } from './openapi-fetch-adapter.ts'
import type { ConditionalResult, Result } from './result.ts'

/**
 * One method for each operation of the contract, by its id. It takes `params` and `body` if the
 * operation has them, and returns a typed result. It rejects only for a mistake in the program.
 */
export type OperationMethods = {
  // Not an alias: editors would lose the description of each operation.
  readonly [Id in keyof typeof operations]: [ConditionName<Id>] extends [never]
    ? (...input: InputOf<OperationInput<Id>>) => Promise<Result<Id>>
    : ConditionalMethod<Id>
}

type InputOf<Input, Options = CallOptions> =
  Record<never, never> extends Input ? [input?: Input & Options] : [input: Input & Options]

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
  (
    ...input: InputOf<ConditionalInput<Id>, CallOptions & { ifNoneMatch?: undefined }>
  ): Promise<Result<Id>>
  (input: ConditionalInput<Id> & CallOptions & Condition): Promise<ConditionalResult<Id>>
}

type ConditionalInput<Id extends OperationId> = OperationInput<Id, ConditionName<Id>>
