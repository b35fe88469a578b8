import { groupRequests, isUnavailable, type Orm } from '@partner-platform/database'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Answer, Handler, Input } from '../contract/handler.ts'
import type { OperationId } from '../contract/surface.ts'
import type { LocalRules } from '../deliver/guard/find-url-problem.ts'
import { isContended } from '../error-code.ts'
import { operations, requestParsers, responseParsers } from '../generated/index.ts'
import { requestIdName } from '../http/request-id.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import { systemRandom } from '../random.ts'
import type { ServerDatabase } from '../store/open-store.ts'
import { answerOnce, type KeyedRequest, KeyTakenError, type Answer as Sent } from './answer-once.ts'
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

/** What a handler of a group needs. With `waits`, it waits for locked rows; otherwise it rejects. */
export type GroupContext = WriteContext & { waits: boolean }

/** Handles requests that arrived together, in one transaction. Answers in their order. */
export type GroupHandler<Id extends OperatorId> = (
  inputs: readonly Input<OperatorSurface, Id>[],
  context: GroupContext,
) => Promise<(Success<Id> | Refusal<CodeOf<Id>>)[]>

export type AnswersOptions = { database: ServerDatabase; clock: Clock } & Pick<
  WriteContext,
  'localRules'
>

type Outcome = Sent | Refusal<OperatorCode>
type Asked = { headers: Readonly<Record<string, string>>; body: unknown; request: FastifyRequest }
type Loose<Context> = (input: Asked, context: Context) => Promise<Outcome>
type LooseGroup = (inputs: readonly Asked[], context: GroupContext) => Promise<readonly Outcome[]>
type Bound<Id extends OperatorId> = Handler<OperatorSurface, Id, ProvidedHeader>

const [keyHeader = ''] = Object.keys(operations.createPartner.parameters.header)

/** Most writes in one transaction. */
const groupSize = 100

/**
 * Adapts the handlers of operations to the contract. A write runs in a transaction, once per
 * `Idempotency-Key`. Writes of `writeTogether` share a transaction if they arrive together.
 */
export function createAnswers({ database, ...rest }: AnswersOptions) {
  const readContext: ReadContext = { orm: database.orm, clock: rest.clock }
  const read = (handle: Loose<ReadContext>) => async (input: Asked) =>
    toAnswer(await handle(input, readContext), input)

  const writeAll = (handle: LooseGroup, inputs: readonly Asked[], waits: boolean) =>
    database.transaction(async (tx) => {
      const context = { ...rest, random: systemRandom, database, tx, waits }
      const asked = inputs.map((input) => ({ input, keyed: toKeyed(input) }))
      const outcomes = await answerOnce(asked, { tx, clock: rest.clock }, async (fresh) => {
        const given = fresh.map(({ input }) => input)
        return toAnswers(await handle(given, context), given)
      })
      return toAnswers(outcomes, inputs)
    })
  const writeAlone = async (handle: LooseGroup, input: Asked) => {
    try {
      const [answer] = await writeAll(handle, [input], true)
      return answer
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error
      return toAnswer(refuse('idempotency_key_in_use'), input)
    }
  }
  const write = (handle: Loose<WriteContext>) => (input: Asked) =>
    writeAlone((inputs, context) => Promise.all(inputs.map((one) => handle(one, context))), input)

  const writeTogether = (handle: LooseGroup) => {
    const writeGroup = groupRequests<Asked, Sent>({
      send: (inputs) => writeAll(handle, inputs, false),
      most: groupSize,
    })
    return (input: Asked) =>
      writeGroup(input).catch((error: unknown) => {
        if (isUnavailable(error) && !isContended(error)) throw error
        // Nothing of the group is stored. Alone, each waits only for its own locks.
        return writeAlone(handle, input)
      })
  }
  return {
    read: read as unknown as <Id extends OperatorId>(handler: ReadHandler<Id>) => Bound<Id>,
    write: write as unknown as <Id extends OperatorId>(handler: WriteHandler<Id>) => Bound<Id>,
    writeTogether: writeTogether as unknown as <Id extends OperatorId>(
      handler: GroupHandler<Id>,
    ) => Bound<Id>,
  }
}

function toKeyed({ request, headers, body }: Asked): KeyedRequest | null {
  const key = headers[keyHeader]
  const { method, url: path, id: requestId } = request
  return key === undefined ? null : { key, method, path, body, requestId }
}

const toAnswers = (outcomes: readonly Outcome[], inputs: readonly Asked[]): Sent[] =>
  inputs.map((input, index) => toAnswer(outcomes[index] as Outcome, input))

const toAnswer = (outcome: Outcome, { request }: Asked): Sent =>
  'code' in outcome ? toOperatorError(outcome.code, request.id, outcome.issues) : outcome
