import type { Orm } from '@partner-platform/database'
import type { Clock } from '../clock.ts'
import type { Answer, Input } from '../contract/handler.ts'
import type { OperationId } from '../contract/surface.ts'
import type { LocalRules } from '../deliver/guard/find-url-problem.ts'
import { operations, requestParsers, responseParsers } from '../generated/index.ts'
import { requestIdName } from '../http/request-id.ts'
import type { Refusal } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { OperatorCode, operatorErrors } from './errors.ts'

/** Required headers that the server adds to every response. */
export const providedHeaders = [requestIdName] as const

export type ProvidedHeader = (typeof providedHeaders)[number]

export const operatorSurface = { operations, requestParsers, responseParsers }

export type OperatorSurface = typeof operatorSurface

export type OperatorId = OperationId<OperatorSurface>

/** A documented success of an operation. */
type Success<Id extends OperatorId> = Extract<
  Answer<OperatorSurface, Id, ProvidedHeader>,
  { status: 200 | 201 | 202 | 204 }
>

/** The codes whose status the document has for an operation. */
type CodeOf<Id extends OperatorId> = {
  [Code in OperatorCode]: (typeof operatorErrors)[Code]['status'] extends keyof OperatorSurface['responseParsers'][Id]
    ? Code
    : never
}[OperatorCode]

export type ReadContext = { orm: Orm; clock: Clock }

export type WriteContext = PlatformContext & { localRules?: LocalRules | undefined }

type HandlerIn<Context, Id extends OperatorId> = (
  input: Input<OperatorSurface, Id>,
  context: Context,
) => Promise<Success<Id> | Refusal<CodeOf<Id>>>

export type ReadHandler<Id extends OperatorId> = HandlerIn<ReadContext, Id>
export type WriteHandler<Id extends OperatorId> = HandlerIn<WriteContext, Id>
