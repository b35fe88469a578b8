import { createHash } from 'node:crypto'
import type { Database } from '@partner-platform/database'
import { eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { constants } from '../generated/index.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import { idempotencyKeys } from '../store/schema.ts'

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  key: string
  method: string
  path: string
  body: unknown
  requestId: string
}

export type Answer = { status: number; body?: unknown }

type KeyError = 'idempotency_key_in_use' | 'idempotency_key_reused' | 'answer_shown_once'

/**
 * Another request with the key finished first, on an engine without advisory locks. Roll back this
 * transaction.
 */
export class KeyTakenError extends Error {
  override name = 'KeyTakenError'

  constructor() {
    super('Another request with this Idempotency-Key finished first. Roll back.')
  }
}

type Context = Pick<PlatformContext, 'tx' | 'clock'>

/**
 * Does the work of a request once, however often it is sent with its key. One transaction holds its changes
 * and its answer. Rejects a concurrent request with the same key at once. Work that rejects leaves no trace.
 * The body of an answer with a secret is not stored.
 */
export async function answerOnce(
  request: KeyedRequest,
  work: () => Promise<Answer>,
  { tx, clock }: Context,
): Promise<Answer | Refusal<KeyError>> {
  const { key } = request
  if (!(await lockKey(key, tx))) return refuse('idempotency_key_in_use')
  const digest = toDigest(request)
  const [known] = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  if (known && known.createdAt > oldest(clock)) {
    if (known.request !== digest) return refuse('idempotency_key_reused')
    const { status, body } = known
    return body === null ? refuse('answer_shown_once') : read({ status, body }, request)
  }
  const answer = await work()
  const { status, body = null } = answer
  const text = body === null ? '' : JSON.stringify(body)
  const kept = { status, body: holdsSecret(answer) ? null : text }
  const row = { request: digest, ...kept, createdAt: new Date(clock.wallMs()) }
  const stored = await tx
    .insert(idempotencyKeys)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: idempotencyKeys.key, set: row, setWhere: isExpired(clock) })
    .returning({ key: idempotencyKeys.key })
  if (stored.length === 0) throw new KeyTakenError()
  return answer
}

/** Deletes expired answers. Returns how many. */
export async function purgeIdempotencyKeys({
  orm,
  clock,
}: {
  orm: Database['orm']
  clock: Clock
}): Promise<number> {
  const gone = await orm
    .delete(idempotencyKeys)
    .where(isExpired(clock))
    .returning({ key: idempotencyKeys.key })
  return gone.length
}

/** A stored answer. An error gets the id of this request, to match the log. */
function read({ status, body }: { status: number; body: string }, { requestId }: KeyedRequest) {
  if (body === '') return { status }
  const told = JSON.parse(body)
  if (status >= 400) told.error.requestId = requestId
  return { status, body: told }
}

/** In the document, secrets are named `key` or `secret`; `null` means that none was made. */
function holdsSecret({ status, body }: Answer): boolean {
  const { key = null, secret = null } = (body ?? {}) as { key?: unknown; secret?: unknown }
  return status < 400 && (key ?? secret) !== null
}

const oldest = (clock: Clock) =>
  new Date(clock.wallMs() - constants.operatorIdempotencySeconds * 1000)

const isExpired = (clock: Clock): SQL => lte(idempotencyKeys.createdAt, oldest(clock))

/** Locks the key until the transaction ends. Returns false if another transaction holds it. */
async function lockKey(key: string, tx: Context['tx']): Promise<boolean> {
  // 64 bits of a hash: a colliding key is rejected, and the caller can retry.
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
