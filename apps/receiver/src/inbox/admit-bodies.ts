import type { Transaction } from '@partner-platform/database'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { arrivals, holdings, quarantine } from '../store/schema.ts'
import type { ArrivingBody } from './arriving.ts'
import type { InboxBounds } from './bounds.ts'

/** Why a body gets no row: its bytes are `quarantined` already, or there is no room. */
export type TurnedAway = 'quarantined' | 'full'

/** The delivery is not stored, so it must not be acknowledged. */
export class QuarantineFullError extends Error {
  override name = 'QuarantineFullError'
}

type Amount = { rows: number; bytes: number }
type Context = { tx: Transaction; bounds: InboxBounds }

/**
 * Counts the verified bodies that the quarantine has room for, and returns which bodies it turns away. A
 * stored verified body is acknowledged, so it never makes room for another one. The same bytes are kept
 * once for each reason; otherwise one recorded body could fill the quarantine. Other transactions that add
 * to the quarantine wait for the end of this one. @see specs/decisions D-008
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
  if (!counted) throw new Error('The store holds no inbox: expected one row, received none.')
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

/** Identifies bodies that are kept only once. */
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
