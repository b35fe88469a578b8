import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { holdings } from '../store/schema.ts'
import type { ArrivingBody } from './arriving.ts'
import type { InboxBounds } from './bounds.ts'

/**
 * Counts the unverified bodies that were just put in quarantine. If they are too many, deletes the
 * oldest unverified ones with their arrivals, and no verified one. The counts are stored in a row of their
 * own, so that nothing has to scan the quarantine. @see specs/decisions D-007
 */
export async function boundQuarantine(
  added: readonly ArrivingBody[],
  { tx, bounds }: { tx: Transaction; bounds: InboxBounds },
): Promise<void> {
  const unverified = added.filter(({ delivery }) => !delivery.verified)
  if (unverified.length === 0) return
  const bytes = unverified.reduce((sum, { delivery }) => sum + delivery.body.length, 0)
  const full = await add({ rows: unverified.length, bytes }, tx)
  if (full.rows > bounds.quarantineRows || full.bytes > bounds.quarantineBytes) {
    await dropOldest(tx, bounds)
  }
}

type Amount = { rows: number; bytes: number }

/** Adds to the counts and returns the sums. Other transactions that add wait for the end of this one. */
async function add({ rows, bytes }: Amount, tx: Transaction): Promise<Amount> {
  const [sum] = await tx
    .update(holdings)
    .set({
      quarantineRows: sql`${holdings.quarantineRows} + ${rows}`,
      quarantineBytes: sql`${holdings.quarantineBytes} + ${bytes}`,
    })
    .returning({ rows: holdings.quarantineRows, bytes: holdings.quarantineBytes })
  if (!sum) throw new Error('The store holds no inbox: expected one row, received none.')
  return sum
}

/** Counts what is left as well, so that rows which somebody else deleted do not stay counted. */
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
