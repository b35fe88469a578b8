import { type Orm, rowsOf, type Transaction } from '@partner-platform/database'
import type { WebhookEvent } from '@partner-platform/webhooks'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { isPlainText, recordSet, toBase64, toPlainText } from '../store/record-set.ts'
import { arrivals, holdings, quarantine } from '../store/schema.ts'
import { type ArrivingBody, type InboxBounds, toSubmissionKey } from './arriving.ts'

/** Why a body gets no row: its bytes are `quarantined` already, or there is no room. */
export type TurnedAway = 'quarantined' | 'full'

/** The delivery is not stored, so it must not be acknowledged. */
export class QuarantineFullError extends Error {}

type Context = { tx: Transaction; bounds: InboxBounds }

/**
 * Finds the verified bodies that do not fit into the quarantine. A stored one is acknowledged, so it never
 * makes room. The same bytes are stored once for each reason, so that one recorded body cannot fill the
 * quarantine. Concurrent additions wait for this transaction. @see specs/decisions D-008
 */
export async function turnAwayBodies(
  arriving: readonly ArrivingBody[],
  { tx, bounds }: Context,
): Promise<Map<ArrivingBody, TurnedAway>> {
  if (arriving.length === 0) return new Map()
  await tx.select().from(holdings).for('update')
  const verified = arriving.filter(({ delivery }) => delivery.verified)
  if (verified.length === 0) return new Map()
  const seen = await findKnown(verified, tx)
  const held = await countBodies(tx, true)
  const turnedAway = new Map<ArrivingBody, TurnedAway>()
  for (const one of verified) {
    const { length } = one.delivery.body
    const key = toKey(one.delivery)
    if (seen.has(key)) turnedAway.set(one, 'quarantined')
    else if (held.rows + 1 > bounds.verifiedRows || held.bytes + length > bounds.verifiedBytes)
      turnedAway.set(one, 'full')
    else {
      seen.add(key)
      held.rows += 1
      held.bytes += length
    }
  }
  return turnedAway
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

/** How many bodies of a part of the quarantine are stored. */
export async function countBodies(orm: Orm, isVerified: boolean) {
  const bytes = sql<number>`coalesce(sum(${quarantine.bodyBytes}), 0)`.mapWith(Number)
  const [held] = await orm
    .select({ rows: count(), bytes })
    .from(quarantine)
    .where(eq(quarantine.verified, isVerified))
  return held ?? { rows: 0, bytes: 0 }
}

const mostIssues = 50

/** Stores bodies in quarantine and returns their ids. @see specs/decisions D-007 */
export async function keepBodies(
  arriving: readonly ArrivingBody[],
  tx: Transaction,
): Promise<Map<ArrivingBody, number>> {
  if (arriving.length === 0) return new Map()
  const added = sql`insert into quarantine (code, issues, verified, body, body_bytes, is_text,
      name, submission_uuid, status, occurred_at, submission_key)
    select code, issues, verified, decode(body, 'base64'), body_bytes, is_text,
      name, submission_uuid, status, occurred_at, submission_key
    from ${recordSet(arriving.map(toRow))} as rows (code text, issues text, verified boolean,
      body text, body_bytes integer, is_text boolean, name text, submission_uuid text, status text,
      occurred_at text, submission_key text)
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

const mostCharacters = 200

/** What a quarantined body claims about itself. A member that cannot be read is `null`. */
function peekAtBody(body: Uint8Array) {
  const event: Partial<WebhookEvent> = Object(tryParse(body))
  const submission: Partial<WebhookEvent['submission']> = Object(event.submission)
  return {
    name: toShortText(event.event),
    submission_uuid: toShortText(submission.uuid),
    status: toShortText(submission.status),
    occurred_at: toShortText(event.timestamp),
    submission_key: typeof submission.uuid === 'string' ? toSubmissionKey(submission.uuid) : null,
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

/** Deletes the oldest unverified bodies above a limit. @see specs/decisions D-007 */
export async function dropOldestBodies({ tx, bounds }: Context): Promise<void> {
  await tx.execute(sql`delete from quarantine using (
      select id, row_number() over newest_first as place, sum(body_bytes) over newest_first as total
      from quarantine where not verified window newest_first as (order by id desc)
    ) as ranked
    where quarantine.id = ranked.id
      and (place > ${bounds.quarantineRows} or total > ${bounds.quarantineBytes})`)
}
