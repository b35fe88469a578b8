import {
  type Database,
  rowsOf,
  type Taken,
  type Transaction,
  toFetchSize,
} from '@partner-platform/database'
import { getTableColumns, sql } from 'drizzle-orm'
import {
  announce,
  channels,
  type HandleJob,
  handleQueue,
  queueEvents,
  suspectQueue,
} from '../store/open-store.ts'
import { recordSet } from '../store/record-set.ts'
import { events, submissions } from '../store/schema.ts'

export type TakenJob = {
  id: string
  /** The queue of the job. */
  name: string
  /** Marks this claim. Above 0 if an earlier claim never ended. */
  retryCount: number
  /** The lease. */
  expireInSeconds: number
  data: HandleJob
}

/** Whether the store has a newer event of the submission by now. */
const superseded = sql<boolean>`exists (select from ${submissions} where
  ${submissions.uuid} = ${events.submissionUuid} and ${submissions.newestAt} > ${events.occurredAt})`

/**
 * An event that this process alone works on, until its lease ends. `claims` marks this claim: nothing is
 * written for an event that another process claimed later.
 */
export type ClaimedEvent = typeof events.$inferSelect

/** A job with its event; without one, the job is void. */
export type ClaimedJob = { job: TakenJob; event: ClaimedEvent | undefined }

/**
 * Claims at most `most` events of a queue, each of a different submission. If this rejects, it claimed
 * nothing, unless the store was lost during the commit.
 */
async function claimEvents(database: Database, queue: string, most: number): Promise<ClaimedJob[]> {
  return database.transaction(async (tx) => {
    const jobs = await database.jobs.fetch<HandleJob>(queue, {
      batchSize: toFetchSize(most),
      groupConcurrency: 1,
      db: database.within(tx),
    })
    if (jobs.length === 0) return []
    const ids = jobs.map(({ data }) => data.eventId)
    const byId = new Map((await markClaimed(ids, tx)).map((event) => [event.id, event]))
    return jobs.map((job) => ({ job, event: byId.get(job.data.eventId) }))
  })
}

const markClaimed = (ids: readonly number[], tx: Transaction): Promise<ClaimedEvent[]> =>
  tx
    .update(events)
    .set({ claims: sql`${events.claims} + 1` })
    .where(sql`${events.id} = any(${sql.param(ids)}::bigint[]) and ${events.handling} = 'waiting'`)
    .returning({ ...getTableColumns(events), superseded })

type TakerOptions = {
  /** Events that this process works on at once. */
  slots: number
  /** How often to look for suspects while there are none. */
  pollMs: number
}

/**
 * Claims events for a process: a suspect only if all slots are free, other events for each free slot. While
 * a suspect is due, it claims nothing else, so that a busy process handles suspects too.
 */
export function createTaker(database: Database, { slots, pollMs }: TakerOptions) {
  let isAlone = false
  let lookAtMs = 0
  const waits: Taken<ClaimedJob> = { jobs: [], isLimited: true }
  return {
    /** Claims at most `free` events. */
    async take(free: number): Promise<Taken<ClaimedJob>> {
      if (isAlone) return waits
      if (performance.now() >= lookAtMs) {
        if (free < slots && (await isSuspectDue(database))) return waits
        const jobs = free < slots ? [] : await claimEvents(database, suspectQueue, 1)
        isAlone = jobs.length > 0
        if (isAlone) return { jobs, isLimited: true }
        lookAtMs = performance.now() + pollMs
      }
      const jobs = await claimEvents(database, handleQueue, free)
      // These submissions may have hidden events that can be claimed now.
      return { jobs, isLimited: jobs.length > 0 }
    },
    /** Call when the work on an event ended. */
    ended({ job }: ClaimedJob): void {
      if (job.name === suspectQueue) isAlone = false
    },
  }
}

async function isSuspectDue({ query }: Pick<Database, 'query'>): Promise<boolean> {
  const text = `select 1 from pgboss.job
    where name = $1 and state < 'active' and start_after < now() limit 1`
  return (await query(text, [suspectQueue])).length > 0
}

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
export async function endTries(
  take: () => readonly TryEnd[],
  database: Database,
): Promise<boolean[]> {
  return database.transaction(async (tx) => {
    const ends = take()
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
    if (waiting.length > 0) await announce(tx, 'jobs')
    // Leave the job of a lost try to its lease: it may be the only job for the event.
    const done = ends.filter(({ kind }, place) => kind === 'void' || noted.has(place))
    for (const [queue, ended] of Map.groupBy(done, ({ job }) => job.name)) {
      const jobs = ended.map(({ job: { id, retryCount } }) => ({ id, retryCount }))
      await database.jobs.complete(queue, jobs, null, { db: database.within(tx) })
    }
    return ends.map((_, place) => noted.has(place))
  })
}

const handlings = {
  handled: 'handled',
  'set-aside': 'failed',
  retry: 'waiting',
  'given-back': 'waiting',
}

/** Writes and announces the events that are still ours. Returns the submission of each, by its place in the list. */
async function noteEvents(ends: readonly TryEnd[], tx: Transaction): Promise<Map<number, string>> {
  const rows = ends.flatMap((end, place) => {
    if (end.kind === 'void') return []
    const { id, claims, tries, interruptions, lastError: error } = end.event
    return { place, id, claims, tries, interruptions, error, handling: handlings[end.kind] }
  })
  if (rows.length === 0) return new Map()
  // The array makes any plan look events up by their id, even one made when there were none.
  const noted = sql`
    with ended as (
      select * from ${recordSet(rows)} as rows (place integer, id bigint, claims integer,
        tries integer, interruptions integer, error text, handling text)
    ), noted as (
      update events set handling = ended.handling, tries = ended.tries,
        interruptions = ended.interruptions, last_error = ended.error
      from ended
      where events.id = any(array(select id from ended)) and events.id = ended.id
        and events.claims = ended.claims and events.handling = 'waiting'
      returning ended.place, events.submission_uuid as "submissionUuid"
    )
    select noted.*, pg_notify(${channels.changes}, '') from noted`
  const found = await rowsOf<{ place: number; submissionUuid: string }>(tx, noted)
  return new Map(found.map(({ place, submissionUuid }) => [place, submissionUuid]))
}
