import type { Orm } from '@partner-platform/database'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Answer, Handler, Input } from '../contract/handler.ts'
import type { OperationId } from '../contract/surface.ts'
import type { LocalRules } from '../deliver/guard/find-url-problem.ts'
import { operations, requestParsers, responseParsers } from '../generated/index.ts'
import { requestIdName } from '../http/request-id.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import { systemRandom } from '../random.ts'
import type { ServerDatabase } from '../store/open-store.ts'
import { answerOnce, KeyTakenError, type Answer as Sent } from './answer-once.ts'
import { type OperatorCode, type operatorErrors, toOperatorError } from './errors.ts'

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

export type AnswersOptions = { database: ServerDatabase; clock: Clock } & Pick<
  WriteContext,
  'localRules'
>

type Outcome = Sent | Refusal<OperatorCode>
type Asked = { headers: Readonly<Record<string, string>>; body: unknown; request: FastifyRequest }
type Loose<Context> = (input: Asked, context: Context) => Promise<Outcome>
type Bound<Id extends OperatorId> = Handler<OperatorSurface, Id, ProvidedHeader>

const [keyHeader = ''] = Object.keys(operations.createPartner.parameters.header)

/**
 * Adapts the handlers of operations to the contract. A write runs in one transaction, once per
 * `Idempotency-Key`.
 */
export function createAnswers({ database, ...rest }: AnswersOptions) {
  const readContext: ReadContext = { orm: database.orm, clock: rest.clock }
  const read = (handle: Loose<ReadContext>) => async (input: Asked) =>
    toAnswer(await handle(input, readContext), input)

  const write = (handle: Loose<WriteContext>) => async (input: Asked) => {
    const { request, body } = input
    const key = input.headers[keyHeader]
    const outcome = database.transaction((tx) => {
      const context: WriteContext = { ...rest, random: systemRandom, database, tx }
      const work = async () => toAnswer(await handle(input, context), input)
      if (key === undefined) return work()
      const { method, url: path, id: requestId } = request
      return answerOnce({ key, method, path, body, requestId }, work, context)
    })
    return toAnswer(await outcome.catch(refuseTaken), input)
  }
  return {
    read: read as unknown as <Id extends OperatorId>(handler: ReadHandler<Id>) => Bound<Id>,
    write: write as unknown as <Id extends OperatorId>(handler: WriteHandler<Id>) => Bound<Id>,
  }
}

function refuseTaken(error: unknown): Refusal<OperatorCode> {
  if (error instanceof KeyTakenError) return refuse('idempotency_key_in_use')
  throw error
}

const toAnswer = (outcome: Outcome, { request }: Asked): Sent =>
  'code' in outcome ? toOperatorError(outcome.code, request.id, outcome.issues) : outcome
