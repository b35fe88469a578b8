import { createHash } from 'node:crypto'
import type { Database } from '@partner-platform/database'
import { eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { constants } from '../generated/index.ts'
import type { PlatformContext } from '../platform-context.ts'
import { idempotencyKeys } from '../store/schema.ts'
import type { Refused } from './handler.ts'

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = { key: string; method: string; path: string; body: unknown }

/** An answer as it is kept; `body` is its JSON, empty where it has none. */
export type KeptAnswer = { status: number; body: string }

export type Answered<Answer> =
  /** Done now. */
  | { kind: 'new'; answer: Answer }
  /** Done before: the answer of then. */
  | { kind: 'kept'; kept: KeptAnswer }
  | { kind: 'refused'; refusal: Refused<KeyError> }

type KeyError = 'idempotency_key_in_use' | 'idempotency_key_reused' | 'answer_shown_once'

export type OnceOptions<Answer> = {
  request: KeyedRequest
  work: () => Promise<Answer>
  /** `null` for an answer that is shown once: that it was given is kept, what it said is not. */
  keep: (answer: Answer) => KeptAnswer | { status: number; body: null }
}

/**
 * Another request with the key was done meanwhile, which only an engine without advisory locks allows.
 * What was done for this one must be rolled back.
 */
export class KeyTakenError extends Error {
  override name = 'KeyTakenError'

  constructor() {
    super(
      'The Idempotency-Key is taken: expected to be alone with it, received a conflict. Roll back.',
    )
  }
}

type Context = Pick<PlatformContext, 'tx' | 'clock'>

/**
 * Does the work of a request once, however often it is asked with its key: what it changes and its
 * answer are part of one transaction. Of two at once the second is refused without waiting, as what it
 * is to be told is not known yet. Work that rejects leaves no trace, so that it can be asked again.
 */
export async function answerOnce<Answer>(
  { request, work, keep }: OnceOptions<Answer>,
  context: Context,
): Promise<Answered<Answer>> {
  const { key } = request
  const digest = toDigest(request)
  if (!(await lockKey(key, context))) return refuse('idempotency_key_in_use')
  const [known] = await context.tx
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, key))
  if (known && known.createdAt > oldest(context.clock)) {
    if (known.request !== digest) return refuse('idempotency_key_reused')
    const { status, body } = known
    return body === null ? refuse('answer_shown_once') : { kind: 'kept', kept: { status, body } }
  }
  const answer = await work()
  const createdAt = new Date(context.clock.wallMs())
  const row = { request: digest, ...keep(answer), createdAt }
  const stored = await context.tx
    .insert(idempotencyKeys)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: idempotencyKeys.key, set: row, setWhere: isExpired(context) })
    .returning({ key: idempotencyKeys.key })
  if (stored.length === 0) throw new KeyTakenError()
  return { kind: 'new', answer }
}

/** Forgets answers that are told no more; how many they were. */
export async function purgeIdempotencyKeys({
  orm,
  clock,
}: {
  orm: Database['orm']
  clock: Clock
}): Promise<number> {
  const gone = await orm
    .delete(idempotencyKeys)
    .where(isExpired({ clock }))
    .returning({ key: idempotencyKeys.key })
  return gone.length
}

const refuse = (code: KeyError) => ({ kind: 'refused' as const, refusal: { refused: code } })

const oldest = (clock: Clock) =>
  new Date(clock.wallMs() - constants.operatorIdempotencySeconds * 1000)

const isExpired = ({ clock }: { clock: Clock }): SQL =>
  lte(idempotencyKeys.createdAt, oldest(clock))

/** Whether nobody else holds the key; it is this transaction's until it ends. */
async function lockKey(key: string, { tx }: Context): Promise<boolean> {
  // 64 bits of a hash: another key that has the same ones is refused, and can be sent again.
  const lock = createHash('sha256').update(key).digest().readBigInt64BE()
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(${String(lock)}::bigint) as is_locked`,
  )
  const { rows } = result as unknown as { rows: { is_locked: boolean }[] }
  return rows[0]?.is_locked === true
}

function toDigest({ method, path, body }: KeyedRequest): string {
  const told = JSON.stringify([method, path, body ?? null])
  return createHash('sha256').update(told).digest('hex')
}
