import type { Database, Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { announce, queueEvents } from '../store/queue-events.ts'
import { recordSet, rowsOf } from '../store/record-set.ts'
import type { ClaimedEvent, TakenJob } from './claim-events.ts'

/** The result of a claim. The event has its new counts and its last error. */
export type TryEnd = { job: TakenJob } & (
  | { kind: 'void' }
  | { kind: 'handled' | 'set-aside'; event: ClaimedEvent }
  /** `given-back`: the try does not count. */
  | { kind: 'retry' | 'given-back'; event: ClaimedEvent; afterMs: number; queue: string }
)

/**
 * Stores the results of tries in one transaction: the state of each event, its next job if there is one, and
 * the end of its job. Returns for each whether it was still ours; otherwise nothing is written for it.
 */
export async function endTries(ends: readonly TryEnd[], database: Database): Promise<boolean[]> {
  return database.transaction(async (tx) => {
    const noted = await noteEvents(ends, tx)
    const waiting = ends.flatMap((end, place) => {
      const submissionUuid = noted.get(place)
      if (submissionUuid === undefined || !('queue' in end)) return []
      const { event, queue, afterMs } = end
      return { eventId: event.id, submissionUuid, queue, afterMs }
    })
    for (const [queue, queued] of Map.groupBy(waiting, (one) => one.queue)) {
      await queueEvents(queued, { tx, database, queue })
    }
    // Leave the job of a lost try to its lease: it may be the only job for the event.
    const done = ends.filter(({ kind }, place) => kind === 'void' || noted.has(place))
    for (const [queue, ended] of Map.groupBy(done, ({ job }) => job.name)) {
      const jobs = ended.map(({ job: { id, retryCount } }) => ({ id, retryCount }))
      await database.jobs.complete(queue, jobs, null, { db: database.within(tx) })
    }
    if (noted.size > 0) await announce(tx, 'changes')
    return ends.map((_, place) => noted.has(place))
  })
}

const handlings = {
  handled: 'handled',
  'set-aside': 'failed',
  retry: 'waiting',
  'given-back': 'waiting',
}

/** Writes the events that are still ours. Returns the submission of each, by its place in the list. */
async function noteEvents(ends: readonly TryEnd[], tx: Transaction): Promise<Map<number, string>> {
  const rows = ends.flatMap((end, place) => {
    if (end.kind === 'void') return []
    const { id, claims, tries, interruptions, lastError: error } = end.event
    return { place, id, claims, tries, interruptions, error, handling: handlings[end.kind] }
  })
  if (rows.length === 0) return new Map()
  const noted = sql`update events set handling = ended.handling, tries = ended.tries,
      interruptions = ended.interruptions, last_error = ended.error
    from ${recordSet(rows)} as ended (place integer, id bigint, claims integer, tries integer,
      interruptions integer, error text, handling text)
    where events.id = ended.id and events.claims = ended.claims and events.handling = 'waiting'
    returning ended.place, events.submission_uuid as "submissionUuid"`
  const found = await rowsOf<{ place: number; submissionUuid: string }>(tx, noted)
  return new Map(found.map(({ place, submissionUuid }) => [place, submissionUuid]))
}
