import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Handler } from '../contract/handler.ts'
import { operations } from '../generated/index.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Random } from '../random.ts'
import type { ServerDatabase } from '../store/open-store.ts'
import { type Answer, answerOnce, KeyTakenError } from './answer-once.ts'
import { type OperatorCode, toOperatorError } from './errors.ts'
import type {
  OperatorId,
  OperatorSurface,
  ProvidedHeader,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from './handler.ts'

export type AnswersOptions = { database: ServerDatabase; clock: Clock; random: Random } & Pick<
  WriteContext,
  'localRules'
>

type Outcome = Answer | Refusal<OperatorCode>
type Input = { headers: Readonly<Record<string, string>>; body: unknown; request: FastifyRequest }
type Loose<Context> = (input: Input, context: Context) => Promise<Outcome>
type Bound<Id extends OperatorId> = Handler<OperatorSurface, Id, ProvidedHeader>

const [keyHeader = ''] = Object.keys(operations.createPartner.parameters.header)

/**
 * Adapts the handlers of operations to the contract. A write runs in one transaction, once per
 * `Idempotency-Key`.
 */
export function createAnswers({ database, ...rest }: AnswersOptions) {
  const readContext: ReadContext = { orm: database.orm, clock: rest.clock }
  const read = (handle: Loose<ReadContext>) => async (input: Input) =>
    toAnswer(await handle(input, readContext), input)

  const write = (handle: Loose<WriteContext>) => async (input: Input) => {
    const { request, body } = input
    const key = input.headers[keyHeader]
    const outcome = database.transaction((tx) => {
      const context: WriteContext = { ...rest, database, tx }
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

const toAnswer = (outcome: Outcome, { request }: Input): Answer =>
  'code' in outcome ? toOperatorError(outcome.code, request.id, outcome.issues) : outcome
