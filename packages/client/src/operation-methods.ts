import type { operations } from '@partner-platform/types'
import type { CallOptions } from './client-options.ts'
import type { ConditionName } from './condition.ts'
import type { OperationInput } from './openapi-fetch-adapter.ts'
import type { ConditionalResult, OperationId, Result } from './result.ts'

/**
 * One method for each operation of the contract, by its id. It takes the operation's `params` and
 * `body`, where it has any, and returns its typed result: it rejects for a programmer's mistake only.
 */
export type OperationMethods = {
  // Spelt out, for through an alias editors would lose the description of each operation.
  readonly [Id in keyof typeof operations]: [ConditionName<Id>] extends [never]
    ? (...input: InputOf<OperationInput<Id>>) => Promise<Result<Id>>
    : ConditionalMethod<Id>
}

type InputOf<Input, Options = CallOptions> =
  Record<never, never> extends Input ? [input?: Input & Options] : [input: Input & Options]

/** What only an operation that can be asked for by entity tag takes. */
export interface Condition {
  /**
   * The entity tag of the answer that the caller has: `etag` of its result. Where that is still right,
   * the result has status 304 and no data.
   */
  ifNoneMatch: string | undefined
}

/** An operation that can be asked for by entity tag; that takes the place of the header in `params`. */
export interface ConditionalMethod<Id extends OperationId> {
  (
    ...input: InputOf<ConditionalInput<Id>, CallOptions & { ifNoneMatch?: undefined }>
  ): Promise<Result<Id>>
  (input: ConditionalInput<Id> & CallOptions & Condition): Promise<ConditionalResult<Id>>
}

type ConditionalInput<Id extends OperationId> = OperationInput<Id, ConditionName<Id>>
