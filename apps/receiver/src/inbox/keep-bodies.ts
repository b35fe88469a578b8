import type { Transaction } from '@partner-platform/database'
import type { WebhookEvent } from '@partner-platform/webhooks'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { isPlainText, recordSet, rowsOf, toBase64, toPlainText } from '../store/record-set.ts'
import { arrivals, holdings, quarantine } from '../store/schema.ts'
import type { ArrivingBody, InboxBounds } from './arriving.ts'

/** Why a body gets no row: its bytes are `quarantined` already, or there is no room. */
export type TurnedAway = 'quarantined' | 'full'

/** The delivery is not stored, so it must not be acknowledged. */
export class QuarantineFullError extends Error {}

type Amount = { rows: number; bytes: number }
type Context = { tx: Transaction; bounds: InboxBounds }

/**
 * Counts the verified bodies that fit into the quarantine, and returns the others. A stored one is
 * acknowledged, so it never makes room. The same bytes are stored once for each reason, so that one recorded
 * body cannot fill the quarantine. Concurrent additions wait for this transaction. @see specs/decisions D-008
 */
export async function admitBodies(
  arriving: readonly ArrivingBody[],
  { tx, bounds }: Context,
): Promise<Map<ArrivingBody, TurnedAway>> {
  const verified = arriving.filter(({ delivery }) => delivery.verified)
  if (verified.length === 0) return new Map()
  const [counted] = await tx
    .select({ rows: holdings.verifiedRows, bytes: holdings.verifiedBytes })
    .from(holdings)
    .for('update')
  if (!counted) throw new Error('The store has no inbox row.')
  const known = await findKnown(verified, tx)
  let choice = choose(verified, { known, held: counted, bounds })
  // Someone may have deleted rows by hand to make room.
  if (choice.isFull) {
    choice = choose(verified, { known, held: await countVerified(tx), bounds })
  }
  const { rows, bytes } = choice.holds
  await tx.update(holdings).set({ verifiedRows: rows, verifiedBytes: bytes })
  return choice.turnedAway
}

type Room = { known: ReadonlySet<string>; held: Amount; bounds: InboxBounds }

/** Admits the bodies that fit, in order of arrival. */
function choose(arriving: readonly ArrivingBody[], { known, held, bounds }: Room) {
  const seen = new Set(known)
  const holds = { ...held }
  const turnedAway = new Map<ArrivingBody, TurnedAway>()
  let isFull = false
  for (const one of arriving) {
    const { body } = one.delivery
    const key = toKey(one.delivery)
    if (seen.has(key)) turnedAway.set(one, 'quarantined')
    else if (
      holds.rows + 1 > bounds.verifiedRows ||
      holds.bytes + body.length > bounds.verifiedBytes
    ) {
      turnedAway.set(one, 'full')
      isFull = true
    } else {
      seen.add(key)
      holds.rows += 1
      holds.bytes += body.length
    }
  }
  return { turnedAway, holds, isFull }
}

/** Identifies bodies that are stored only once. */
const toKey = ({ code, storageKey }: { code: string; storageKey: string }) =>
  `${code} ${storageKey}`

async function findKnown(arriving: readonly ArrivingBody[], tx: Transaction): Promise<Set<string>> {
  const keys = [...new Set(arriving.map(({ delivery }) => delivery.storageKey))]
  const rows = await tx
    .select({ code: quarantine.code, storageKey: arrivals.storageKey })
    .from(quarantine)
    .innerJoin(arrivals, eq(arrivals.quarantineId, quarantine.id))
    .where(and(eq(quarantine.verified, true), inArray(arrivals.storageKey, keys)))
  return new Set(rows.map(toKey))
}

async function countVerified(tx: Transaction): Promise<Amount> {
  const [held] = await tx
    .select({
      rows: count(),
      bytes: sql<number>`coalesce(sum(${quarantine.bodyBytes}), 0)`.mapWith(Number),
    })
    .from(quarantine)
    .where(eq(quarantine.verified, true))
  return held ?? { rows: 0, bytes: 0 }
}

/** Issues stored per body. */
const mostIssues = 50

/** Stores bodies in quarantine and returns their ids. @see specs/decisions D-007 */
export async function keepBodies(
  arriving: readonly ArrivingBody[],
  tx: Transaction,
): Promise<Map<ArrivingBody, number>> {
  if (arriving.length === 0) return new Map()
  const added = sql`insert into quarantine (code, issues, verified, body, body_bytes, is_text,
      name, submission_uuid, status, occurred_at)
    select code, issues, verified, decode(body, 'base64'), body_bytes, is_text,
      name, submission_uuid, status, occurred_at
    from ${recordSet(arriving.map(toRow))} as rows (code text, issues text, verified boolean,
      body text, body_bytes integer, is_text boolean, name text, submission_uuid text, status text,
      occurred_at text)
    returning id::float8`
  const rows = await rowsOf<{ id: number }>(tx, added)
  return new Map(arriving.map((one, at) => [one, rows[at]?.id ?? Number.NaN]))
}

const toRow = ({ delivery: { code, issues, verified, body } }: ArrivingBody) => ({
  code,
  verified,
  issues: JSON.stringify(issues.slice(0, mostIssues)),
  body: toBase64(body),
  body_bytes: body.length,
  is_text: isPlainText(body),
  ...peekAtBody(body),
})

/** Characters stored per member. */
const mostCharacters = 200

/** What a quarantined body claims about itself, for people. A member that cannot be read is `null`. */
function peekAtBody(body: Uint8Array) {
  const event: Partial<WebhookEvent> = Object(tryParse(body))
  const submission: Partial<WebhookEvent['submission']> = Object(event.submission)
  return {
    name: toShortText(event.event),
    submission_uuid: toShortText(submission.uuid),
    status: toShortText(submission.status),
    occurred_at: toShortText(event.timestamp),
  }
}

const toShortText = (value: unknown) =>
  typeof value === 'string' ? toPlainText(value.slice(0, mostCharacters)) : null

function tryParse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/**
 * Counts the unverified bodies that were just stored. Above a limit, deletes the oldest unverified ones.
 * Stored counts spare a scan of the quarantine for each delivery. @see specs/decisions D-007
 */
export async function boundQuarantine(
  added: readonly ArrivingBody[],
  { tx, bounds }: Context,
): Promise<void> {
  const unverified = added.filter(({ delivery }) => !delivery.verified)
  if (unverified.length === 0) return
  const bytes = unverified.reduce((sum, { delivery }) => sum + delivery.body.length, 0)
  // Other transactions that add wait for the end of this one.
  const [held] = await tx
    .update(holdings)
    .set({
      quarantineRows: sql`${holdings.quarantineRows} + ${unverified.length}`,
      quarantineBytes: sql`${holdings.quarantineBytes} + ${bytes}`,
    })
    .returning({ rows: holdings.quarantineRows, bytes: holdings.quarantineBytes })
  if (!held) throw new Error('The store has no inbox row.')
  if (held.rows > bounds.quarantineRows || held.bytes > bounds.quarantineBytes) {
    await dropOldest(tx, bounds)
  }
}

/** Recounts the remaining rows too, in case someone deleted some by hand. */
async function dropOldest(tx: Transaction, bounds: InboxBounds): Promise<void> {
  const isWithin = sql`place <= ${bounds.quarantineRows} and total <= ${bounds.quarantineBytes}`
  await tx.execute(sql`with ranked as (
      select id, body_bytes, row_number() over newest_first as place,
        sum(body_bytes) over newest_first as total
      from quarantine where not verified window newest_first as (order by id desc)
    ), gone as (
      delete from quarantine using ranked where quarantine.id = ranked.id and not (${isWithin})
    ), kept as (
      select count(*) as rows, coalesce(sum(body_bytes), 0) as bytes from ranked where ${isWithin}
    )
    update holdings set quarantine_rows = kept.rows, quarantine_bytes = kept.bytes from kept`)
}
