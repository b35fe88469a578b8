import type { Orm } from '@partner-platform/database'
import type { Clock } from '../clock.ts'
import type { Answer, Input } from '../contract/handler.ts'
import type { LocalRules } from '../deliver/guard/find-url-problem.ts'
import type { Issue } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { OperatorCode, operatorErrors } from './errors.ts'
import type { OperatorId, OperatorSurface, ProvidedHeader } from './surface.ts'

/** A documented success of an operation. */
export type Success<Id extends OperatorId> = Extract<
  Answer<OperatorSurface, Id, ProvidedHeader>,
  { status: 200 | 201 | 202 | 204 }
>

/** Codes whose status the document has for an operation. */
type CodeOf<Id extends OperatorId> = {
  [Code in OperatorCode]: (typeof operatorErrors)[Code]['status'] extends keyof OperatorSurface['responseParsers'][Id]
    ? Code
    : never
}[OperatorCode]

/** An error in place of a success. */
export type Refused<Code extends OperatorCode> = { refused: Code; issues?: readonly Issue[] }

export type Outcome<Id extends OperatorId> = Success<Id> | Refused<CodeOf<Id>>

/** What an operation that changes nothing needs. */
export type ReadContext = {
  orm: Orm
  clock: Clock
}

/** What an operation that changes something needs; all it changes is part of one transaction. */
export type WriteContext = PlatformContext & { localRules?: LocalRules | undefined }

export type ReadHandler<Id extends OperatorId> = (
  input: Input<OperatorSurface, Id>,
  context: ReadContext,
) => Promise<Outcome<Id>>

export type WriteHandler<Id extends OperatorId> = (
  input: Input<OperatorSurface, Id>,
  context: WriteContext,
) => Promise<Outcome<Id>>
