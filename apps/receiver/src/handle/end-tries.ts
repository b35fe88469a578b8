import type { Database, Transaction } from '@partner-platform/database'
import { and, eq, sql } from 'drizzle-orm'
import { announce, queueEvents } from '../store/queue-events.ts'
import { events } from '../store/schema.ts'
import type { ClaimedEvent, TakenJob } from './claim-events.ts'

/** The result of a claim. The counts in `event` are the new ones. */
export type TryEnd = { job: TakenJob } & (
  | { kind: 'void' }
  | { kind: 'handled'; event: ClaimedEvent }
  | { kind: 'retry'; event: ClaimedEvent; error: string; afterMs: number; queue: string }
  | { kind: 'set-aside'; event: ClaimedEvent; error: string }
  /** The try does not count. */
  | { kind: 'given-back'; event: ClaimedEvent }
)

/**
 * Stores the results of tries in one transaction: the state of each event, its next job if there is one, and
 * the end of its job. Returns for each whether it was still ours; otherwise nothing is written for it.
 */
export async function endTries(ends: readonly TryEnd[], database: Database): Promise<boolean[]> {
  return database.transaction(async (tx) => {
    const handled = await noteHandled(ends, tx)
    const noted: boolean[] = []
    for (const end of ends) {
      noted.push(
        end.kind === 'handled' ? handled.has(end.event.id) : await noteOther(end, tx, database),
      )
    }
    // Leave the job of a lost try to its lease: it may be the only job for the event.
    const done = ends.filter(({ kind }, index) => kind === 'void' || noted[index])
    for (const [queue, ended] of Map.groupBy(done, ({ job }) => job.name)) {
      const jobs = ended.map(({ job: { id, retryCount } }) => ({ id, retryCount }))
      await database.jobs.complete(queue, jobs, null, { db: database.within(tx) })
    }
    if (noted.includes(true)) await announce(tx, 'changes')
    return noted
  })
}

/** Stores the successful tries, which are nearly all, with one statement. */
async function noteHandled(ends: readonly TryEnd[], tx: Transaction): Promise<Set<number>> {
  const handled = ends.flatMap((end) => (end.kind === 'handled' ? end.event : []))
  if (handled.length === 0) return new Set()
  const claims = sql.join(
    handled.map(({ id, claims }) => sql`(${id}::bigint, ${claims}::integer)`),
    sql`, `,
  )
  const rows = await tx
    .update(events)
    .set({ handling: 'handled', tries: sql`${events.tries} + 1`, lastError: null })
    .where(
      and(eq(events.handling, 'waiting'), sql`(${events.id}, ${events.claims}) in (${claims})`),
    )
    .returning({ id: events.id })
  return new Set(rows.map(({ id }) => id))
}

async function noteOther(end: TryEnd, tx: Transaction, database: Database): Promise<boolean> {
  if (end.kind === 'void' || end.kind === 'handled') return false
  const { id, claims, tries, interruptions } = end.event
  const isOurs = and(eq(events.id, id), eq(events.claims, claims), eq(events.handling, 'waiting'))
  const [noted] = await tx
    .update(events)
    .set({
      ...{ tries, interruptions },
      ...('error' in end && { lastError: end.error }),
      ...(end.kind === 'set-aside' && { handling: 'failed' }),
    })
    .where(isOurs)
    .returning({ eventId: events.id, submissionUuid: events.submissionUuid })
  if (!noted) return false
  if (end.kind === 'retry') {
    const { queue, afterMs } = end
    await queueEvents([{ ...noted, afterMs }], { tx, database, queue })
  }
  if (end.kind === 'given-back') await queueEvents([noted], { tx, database, queue: end.job.name })
  return true
}
