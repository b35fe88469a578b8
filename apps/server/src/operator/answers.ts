import { crc32 } from 'node:zlib'
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

/** With `waits`, the handler waits for what is locked; otherwise it leaves out the requests that need it. */
export type GroupContext = WriteContext & { waits: boolean }

/** Handles requests that share a transaction. Answers in their order, `null` for a request left out. */
export type GroupHandler<Id extends OperatorId> = (
  inputs: readonly Input<OperatorSurface, Id>[],
  context: GroupContext,
) => Promise<(Success<Id> | Refusal<CodeOf<Id>> | null)[]>

export type AnswersOptions = Pick<WriteContext, 'clock' | 'localRules'> & {
  database: ServerDatabase
}

type Outcome = Sent | Refusal<OperatorCode>
type Asked = { headers: Readonly<Record<string, string>>; body: unknown; request: FastifyRequest }
type Loose<Context> = (input: Asked, context: Context) => Promise<Outcome>
type LooseGroup = (
  inputs: readonly Asked[],
  context: GroupContext,
) => Promise<readonly (Outcome | null)[]>
type Bound<Id extends OperatorId> = Handler<OperatorSurface, Id, ProvidedHeader>

const [keyHeader = ''] = Object.keys(operations.createPartner.parameters.header)

/** Most writes in one transaction. */
const groupSize = 100
/** Most transactions that wait for locks: each holds a connection. */
const waitingLanes = 3

/**
 * Adapts the handlers of operations to the contract. A write runs in a transaction, once per
 * `Idempotency-Key`. Writes of `writeTogether` that arrive together share one.
 */
export function createAnswers({ database, clock, localRules }: AnswersOptions) {
  const readContext: ReadContext = { orm: database.orm, clock }
  const read = (handle: Loose<ReadContext>) => async (input: Asked) =>
    toAnswer(await handle(input, readContext), input)

  const writeAll = (handle: LooseGroup, take: () => readonly Asked[], waits: boolean) =>
    database.transaction(async (tx) => {
      const inputs = take()
      const context = { clock, localRules, random: systemRandom, database, tx, waits }
      const asked = inputs.map((input) => ({ input, keyed: toKeyed(input) }))
      const outcomes = await answerOnce(asked, context, async (fresh) => {
        const given = fresh.map(({ input }) => input)
        return toAnswers(await handle(given, context), given)
      })
      return toAnswers(outcomes, inputs)
    })
  const write = (handle: Loose<WriteContext>) => {
    const handleOne: LooseGroup = (inputs, context) =>
      Promise.all(inputs.map((input) => handle(input, context)))
    return refusingTaken(async (input) => (await writeAll(handleOne, () => [input], true))[0])
  }
  const writeTogether = (handle: LooseGroup) => {
    const isolates = (error: unknown) => !isUnavailable(error) || isContended(error)
    const writeGroup = groupRequests<Asked, Sent | null>({
      send: (take) => writeAll(handle, take, false),
      most: groupSize,
      isolates,
      // The callers have waited as well, and may try again.
      failsAll: (error) => !isolates(error),
    })
    const lanes = Array.from({ length: waitingLanes }, () =>
      groupRequests<Asked, Sent | null>({
        send: (take) => writeAll(handle, take, true),
        most: 1,
        failsAll: isUnavailable,
      }),
    )
    /** Requests with one path need the same locks, and wait in one lane. */
    const writeWaiting = (input: Asked) => lanes[crc32(input.request.url) % lanes.length]?.(input)
    return refusingTaken(async (input) => (await writeGroup(input)) ?? writeWaiting(input))
  }
  return {
    read: read as unknown as <Id extends OperatorId>(handler: ReadHandler<Id>) => Bound<Id>,
    write: write as unknown as <Id extends OperatorId>(handler: WriteHandler<Id>) => Bound<Id>,
    writeTogether: writeTogether as unknown as <Id extends OperatorId>(
      handler: GroupHandler<Id>,
    ) => Bound<Id>,
  }
}

const refusingTaken =
  (write: (input: Asked) => Promise<Sent | null | undefined>) => (input: Asked) =>
    write(input).catch((error: unknown) => {
      if (error instanceof KeyTakenError) return toAnswer(refuse('idempotency_key_in_use'), input)
      throw error
    })

function toKeyed({ request, headers, body }: Asked): KeyedRequest | null {
  const key = headers[keyHeader]
  const { method, url: path, id: requestId } = request
  return key === undefined ? null : { key, method, path, body, requestId }
}

const toAnswers = (outcomes: readonly (Outcome | null)[], inputs: readonly Asked[]) =>
  inputs.map((input, index) => {
    const outcome = outcomes[index]
    return outcome ? toAnswer(outcome, input) : null
  })

const toAnswer = (outcome: Outcome, { request }: Asked): Sent =>
  'code' in outcome ? toOperatorError(outcome.code, request.id, outcome.issues) : outcome
