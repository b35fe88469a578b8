import { type Database, rowsOf } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { sql } from 'drizzle-orm'
import type { InboxBounds } from './arriving.ts'

type PrunerOptions = { bounds: InboxBounds; onError(error: unknown): void }

/** Prunes after this share of the limit has arrived. */
const share = 0.05

/** Minimum time between two searches for old events, in milliseconds. Each search reads all submissions. */
const forgetEveryMs = 600_000

/** Keeps the arrivals of events near their limit, and deletes old events. */
export function createPruner(database: Database, { bounds, onError }: PrunerOptions) {
  const every = Math.max(1, Math.floor(bounds.arrivals * share))
  // The first arrival after a start counts for all earlier ones.
  let counted = every - 1
  let newestMs = 0
  let forgotAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined
  async function forget() {
    const nowMs = newestMs
    // `abs`, because the clock may have been set back.
    if (Math.abs(nowMs - forgotAtMs) < forgetEveryMs) return
    await forgetEvents(database, nowMs)
    forgotAtMs = nowMs
  }
  async function prune() {
    // Arrivals during a round may call for another one.
    while (counted >= every) {
      counted = 0
      await forget()
        .then(() => pruneArrivals(database, bounds.arrivals))
        .catch(onError)
    }
    underWay = undefined
  }
  return {
    /** Call for each arrival, with the time on our clock. */
    count(receivedAtMs: number): void {
      counted += 1
      newestMs = receivedAtMs
      if (counted >= every) underWay ??= prune()
    },
    /** Resolves when no deletion is under way. */
    async stop(): Promise<void> {
      await underWay
    },
  }
}

/**
 * Deletes all but the newest arrivals of events, except of events that are waiting or have failed. A flood of
 * forgeries cannot push them out: quarantine arrivals are deleted with their bodies.
 */
async function pruneArrivals({ query }: Pick<Database, 'query'>, most: number): Promise<void> {
  const text = `delete from arrivals where quarantine_id is null
    and id <= (select id from arrivals where quarantine_id is null
      order by id desc offset $1 limit 1)
    and (outcome = 'duplicate'
      or event_id in (select id from events where handling in ('handled', 'unhandled')))`
  await query(text, [most])
}

const { timestampAgeLimitSeconds, timestampFutureLimitSeconds } = constants
const daySeconds = 86_400

/** From this age on, no copy of an event is accepted, so the event can be forgotten. */
const lifeSeconds = timestampAgeLimitSeconds + timestampFutureLimitSeconds + daySeconds

/** Rows per statement, so that no statement holds the store for long. */
const batch = 5_000

/**
 * Deletes handled events and their arrivals once a copy would be refused for its age. Both clocks must
 * agree: if ours were wrong, we would handle the copies again. Events that wait or have failed stay. So does
 * the newest time of their submission, and of an event that a person may still accept from quarantine: it
 * decides what is superseded. Postgres checks the outer condition again if a replay came in between.
 * @see specs/decisions D-005 and D-014
 */
export async function forgetEvents(
  database: Pick<Database, 'transaction'>,
  receivedAtMs: number,
): Promise<void> {
  const life = sql`make_interval(secs => ${lifeSeconds})`
  const oldest = sql`(select max(occurred_at) from events) - ${life}`
  const received = sql`${new Date(receivedAtMs).toISOString()}::timestamptz - ${life}`
  for (;;) {
    const forgotten = await database.transaction(async (tx) => {
      await tx.execute(sql`delete from submissions where uuid in (
        select uuid from submissions where newest_at < ${oldest} and newest_at < ${received}
          and not exists (select from events where submission_uuid = uuid and occurred_at < ${oldest}
            and handling in ('waiting', 'failed'))
          and not exists (select from quarantine where verified and submission_key = uuid)
        order by uuid limit ${batch} for update)`)
      return rowsOf(
        tx,
        sql`delete from events where id in (
          select id from events where occurred_at < ${oldest} and received_at < ${received}
            and handling in ('handled', 'unhandled')
          order by occurred_at limit ${batch}) and handling in ('handled', 'unhandled') returning id`,
      )
    })
    if (forgotten.length < batch) return
  }
}
