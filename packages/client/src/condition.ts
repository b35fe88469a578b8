import type { operations } from '@partner-platform/types'
import { isEntityTag } from '@partner-platform/validators'
import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'

/** A schema of the contract by which a request header is known to ask for a body only if it is new. */
const conditionSchema = 'IfNoneMatch'

type OperationId = keyof typeof operations
type HeadersOf<Id extends OperationId> = (typeof operations)[Id]['parameters']['header']

/** Names of the request headers by which an operation asks for its body only if it is new. */
export type ConditionName<Id extends OperationId> = {
  [Name in keyof HeadersOf<Id>]: HeadersOf<Id>[Name] extends { schema: typeof conditionSchema }
    ? Name
    : never
}[keyof HeadersOf<Id>]

/** The name of that header, or null where the contract documents none for an operation. */
export function conditionIn(
  headers: Readonly<Record<string, { schema: string | null }>>,
): string | null {
  const found = Object.entries(headers).find(([, { schema }]) => schema === conditionSchema)
  return found?.[0] ?? null
}

/** The option `ifNoneMatch`, where it is given; throws a `TypeError` for what is no entity tag. */
export function parseCondition(value: unknown): string | undefined {
  if (value === undefined || isEntityTag(value)) return value
  const expected = 'an entity tag in double quotes'
  const next = 'Pass the etag of an earlier result or leave it out'
  throw mistake('Option ifNoneMatch is malformed', { expected, received: kindOf(value), next })
}
