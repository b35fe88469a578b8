import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Handler } from '../contract/handler.ts'
import { operations } from '../generated/index.ts'
import type { Random } from '../random.ts'
import type { ServerDatabase } from '../store/open-store.ts'
import { answerOnce, KeyTakenError, type OnceOptions } from './answer-once.ts'
import { type OperatorCode, operatorErrors } from './errors.ts'
import type { ReadContext, ReadHandler, Refused, WriteContext, WriteHandler } from './handler.ts'
import { toOperatorError } from './render-error.ts'
import type { OperatorId, OperatorSurface, ProvidedHeader } from './surface.ts'

export type AnswersOptions = {
  database: ServerDatabase
  clock: Clock
  random: Random
} & Pick<WriteContext, 'localRules'>

type Answer = { status: number; body?: unknown }
type Outcome = Answer | Refused<OperatorCode>
type Input = { headers: Readonly<Record<string, string>>; body: unknown; request: FastifyRequest }
type Keep = OnceOptions<Answer>['keep']

const keyHeader = headerWith('IdempotencyKeyParameter')

/**
 * Answers of operations by their handlers: a read looks at the store as it is; a write is one
 * transaction, and is done once for each `Idempotency-Key`.
 */
export function createAnswers(options: AnswersOptions) {
  const { database, ...rest } = options
  const readContext: ReadContext = { orm: database.orm, clock: rest.clock }
  const read =
    (handle: (input: Input, context: ReadContext) => Promise<Outcome>) => async (input: Input) =>
      toAnswer(await handle(input, readContext), input)
  const write =
    (handle: (input: Input, context: WriteContext) => Promise<Outcome>, keep: Keep) =>
    (input: Input) =>
      database
        .transaction((tx) => {
          const context: WriteContext = { ...rest, database, tx }
          const work = async () => toAnswer(await handle(input, context), input)
          return answerWrite({ work, keep }, { input, context })
        })
        .catch((error: unknown) => {
          if (error instanceof KeyTakenError) return toAnswer(inUse, input)
          throw error
        })
  return {
    read: <Id extends OperatorId>(handler: ReadHandler<Id>) =>
      read(handler as unknown as Parameters<typeof read>[0]) as unknown as Bound<Id>,
    write: <Id extends OperatorId>(handler: WriteHandler<Id>) =>
      write(handler as unknown as Parameters<typeof write>[0], keepWhole) as unknown as Bound<Id>,
    /** A write whose success may hold a secret, which is told once. */
    writeSecret: <Id extends OperatorId>(handler: WriteHandler<Id>) =>
      write(
        handler as unknown as Parameters<typeof write>[0],
        keepWithoutSecret,
      ) as unknown as Bound<Id>,
  }
}

type Bound<Id extends OperatorId> = Handler<OperatorSurface, Id, ProvidedHeader>

const inUse: Refused<OperatorCode> = { refused: 'idempotency_key_in_use' }

async function answerWrite(
  { work, keep }: Omit<OnceOptions<Answer>, 'request'>,
  { input, context }: { input: Input; context: WriteContext },
): Promise<Answer> {
  const key = input.headers[keyHeader]
  if (key === undefined) return work()
  const { method, url: path } = input.request
  const request = { key, method, path, body: input.body }
  const answered = await answerOnce({ request, work, keep }, context)
  if (answered.kind === 'new') return answered.answer
  if (answered.kind === 'refused') return toAnswer(answered.refusal, input)
  const { status, body } = answered.kept
  if (body === '') return { status }
  const told = JSON.parse(body)
  // The log knows this request by its own id, not by that of the first one.
  if (status >= 400) told.error.requestId = input.request.id
  return { status, body: told }
}

const keepWhole: Keep = ({ status, body }) => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
})

const keepWithoutSecret: Keep = (answer) =>
  holdsSecret(answer) ? { status: answer.status, body: null } : keepWhole(answer)

/** The document names what is told once `key` or `secret`, and gives null for a secret that was not made. */
function holdsSecret({ status, body }: Answer): boolean {
  const { key = null, secret = null } = (body ?? {}) as { key?: unknown; secret?: unknown }
  return status < 400 && (key ?? secret) !== null
}

function toAnswer(outcome: Outcome, { request }: Input): Answer {
  if (!('refused' in outcome)) return outcome
  const { refused: code, issues } = outcome
  const { status } = operatorErrors[code]
  return { status, body: toOperatorError(code, { requestId: request.id, issues }) }
}

function headerWith(schema: string): string {
  const entries = Object.entries(operations.createPartner.parameters.header)
  const [name] = entries.find(([, parameter]) => parameter.schema === schema) ?? []
  if (name !== undefined) return name
  throw new TypeError(
    `Header with schema ${schema} is missing: expected it on writes, received none. Regenerate from the document.`,
  )
}
