import { createHash } from 'node:crypto'
import { type Orm, rowsOf } from '@partner-platform/database'
import { lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { constants } from '../generated/index.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { PlatformContext } from '../platform-context.ts'
import { insertRows, isAnyOf } from '../store/record-set.ts'
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
  override message = 'Another request with this Idempotency-Key finished first. Roll back.'
}

type Context = Pick<PlatformContext, 'tx' | 'clock'>

/**
 * Does the work of requests. The work of a request with a key is done only once, however often it is sent. One
 * transaction holds the changes and the answers. Refuses a request at once if another one with its key is under
 * way. Work that rejects leaves no trace. The body of an answer with a secret is not stored. A request that
 * could not be worked on has no answer, which is `null`.
 */
export async function answerOnce<
  Asked extends { keyed: KeyedRequest | null },
  Worked extends Answer | null,
>(
  asked: readonly Asked[],
  { tx, clock }: Context,
  work: (fresh: readonly Asked[]) => Promise<readonly Worked[]>,
): Promise<(Worked | Answer | Refusal<KeyError>)[]> {
  const known = await readKnown(
    asked.flatMap(({ keyed }) => keyed ?? []),
    { tx, clock },
  )
  const fresh = asked.filter(({ keyed }) => keyed === null || known.get(keyed) === null)
  const worked = await work(fresh)
  const answers = new Map(fresh.map((one, index) => [one, worked[index] as Worked]))
  const rows = [...answers].flatMap(([{ keyed }, answer]) =>
    keyed && answer ? toRow(keyed, answer, clock) : [],
  )
  await storeAnswers(rows, { tx, clock })
  return asked.map((one) => (one.keyed && known.get(one.keyed)) ?? (answers.get(one) as Worked))
}

/**
 * Locks the keys of requests until the transaction ends. For each, the answer that is stored, why there is
 * none, or `null` if it is to be worked on.
 */
async function readKnown(
  requests: readonly KeyedRequest[],
  { tx, clock }: Context,
): Promise<Map<KeyedRequest, Answer | Refusal<KeyError> | null>> {
  if (requests.length === 0) return new Map()
  const keys = requests.map(({ key }) => key)
  const locked = await lockKeys(keys, tx)
  const rows = await tx.select().from(idempotencyKeys).where(isAnyOf(idempotencyKeys.key, keys))
  const stored = new Map(rows.map((row) => [row.key, row]))
  const answer = (request: KeyedRequest, index: number): Answer | Refusal<KeyError> | null => {
    const { key } = request
    // A second request with a key in the same group is refused like one in another transaction.
    if (!locked.has(key) || keys.indexOf(key) < index) return refuse('idempotency_key_in_use')
    const row = stored.get(key)
    if (!row || row.createdAt <= oldest(clock)) return null
    if (row.request !== toDigest(request)) return refuse('idempotency_key_reused')
    const { status, body } = row
    return body === null ? refuse('answer_shown_once') : read({ status, body }, request)
  }
  return new Map(requests.map((request, index) => [request, answer(request, index)]))
}

type Row = typeof idempotencyKeys.$inferSelect

function toRow(request: KeyedRequest, answer: Answer, clock: Clock): Row {
  const { status, body = null } = answer
  const text = body === null ? '' : JSON.stringify(body)
  return {
    key: request.key,
    request: toDigest(request),
    status,
    body: holdsSecret(answer) ? null : text,
    createdAt: new Date(clock.wallMs()),
  }
}

async function storeAnswers(rows: readonly Row[], { tx, clock }: Context): Promise<void> {
  if (rows.length === 0) return
  // In one order, so that two transactions never deadlock on an engine without advisory locks.
  const sorted = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const stored = sql`
    ${insertRows(idempotencyKeys, sorted)}
    on conflict (key) do update set request = excluded.request, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at
    where ${isExpired(clock)}
    returning key`
  if ((await rowsOf(tx, stored)).length < rows.length) throw new KeyTakenError()
}

/** Deletes expired answers. */
export const purgeIdempotencyKeys = async (orm: Orm, clock: Clock): Promise<void> =>
  void (await orm.delete(idempotencyKeys).where(isExpired(clock)))

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

/** Locks keys until the transaction ends. Returns those that no other transaction holds. */
async function lockKeys(keys: readonly string[], tx: Context['tx']): Promise<Set<string>> {
  // 64 bits of a hash: a colliding key is rejected, and the caller can retry.
  const locks = keys.map((key) =>
    String(createHash('sha256').update(key).digest().readBigInt64BE()),
  )
  const locked = sql`
    select key
    from unnest(${sql.param(keys)}::text[], ${sql.param(locks)}::bigint[]) as asked(key, lock)
    where pg_try_advisory_xact_lock(lock)`
  const rows = await rowsOf<{ key: string }>(tx, locked)
  return new Set(rows.map(({ key }) => key))
}

function toDigest({ method, path, body }: KeyedRequest): string {
  const told = JSON.stringify([method, path, body ?? null])
  return createHash('sha256').update(told).digest('hex')
}
