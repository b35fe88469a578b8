import type { operations } from '@partner-platform/types'
import type { CallOptions } from './client-options.ts'
import type { OperationInput } from './openapi-fetch-adapter.ts'
import type { OperationId, Result } from './result.ts'

/**
 * One method for each operation of the contract, by its id. It takes the operation's `params` and
 * `body`, where it has any, and returns its typed result: it rejects for a programmer's mistake only.
 */
export type OperationMethods = {
  // Spelt out, for through an alias editors would lose the description of each operation.
  readonly [Id in keyof typeof operations]: (...input: InputOf<Id>) => Promise<Result<Id>>
}

type InputOf<Id extends OperationId> =
  Record<never, never> extends OperationInput<Id>
    ? [input?: OperationInput<Id> & CallOptions]
    : [input: OperationInput<Id> & CallOptions]
