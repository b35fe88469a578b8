import type { Database, Taken, Transaction } from '@partner-platform/database'
import { type Aliases, parseWebhook, type WebhookEvent } from '@partner-platform/webhooks'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { handleQueue, suspectQueue } from '../store/open-store.ts'
import type { HandleJob } from '../store/queue-events.ts'
import { events, submissions } from '../store/schema.ts'

export type TakenJob = {
  id: string
  /** Name of its queue. */
  name: string
  /** Marks this claim. Above 0 if an earlier claim never ended. */
  retryCount: number
  /** The lease. */
  expireInSeconds: number
  data: HandleJob
}

/** An event that this process alone works on, until its lease ends. */
export type ClaimedEvent = {
  id: number
  storageKey: string
  body: Uint8Array
  occurredAt: Date
  superseded: boolean
  /** Number of tries that ended before this one. */
  tries: number
  /** How often a process died while it handled only this event. */
  interruptions: number
  lastError: string | null
  /** Marks this claim: nothing is written for an event that another process claimed later. */
  claims: number
}

/** A job with its event; without one, the job is void. */
export type ClaimedJob = { job: TakenJob; event: ClaimedEvent | undefined }

/**
 * Claims at most `most` events of a queue, each of a different submission. If this rejects, it claimed
 * nothing, unless the store was lost during the commit.
 */
async function claimEvents(database: Database, queue: string, most: number): Promise<ClaimedJob[]> {
  return database.transaction(async (tx) => {
    const jobs = await database.jobs.fetch<HandleJob>(queue, {
      batchSize: most,
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
    .where(and(inArray(events.id, [...ids]), eq(events.handling, 'waiting')))
    .returning({
      id: events.id,
      storageKey: events.storageKey,
      body: events.body,
      occurredAt: events.occurredAt,
      superseded: sql<boolean>`exists (select from ${submissions} where
        ${submissions.uuid} = ${events.submissionUuid} and ${submissions.newestAt} > ${events.occurredAt})`,
      tries: events.tries,
      interruptions: events.interruptions,
      lastError: events.lastError,
      claims: events.claims,
    })

/** Parses the event from its stored bytes. Its age was already checked on arrival, or by a person. */
export async function readEvent(
  { body, occurredAt }: ClaimedEvent,
  aliases: Aliases,
): Promise<WebhookEvent> {
  const now = () => occurredAt.getTime()
  const parsed = await parseWebhook({ body, headers: [], verification: 'off', now, aliases })
  if (parsed.ok) return parsed.event
  throw new UnreadableEventError(
    `A stored event cannot be read: ${parsed.code}. Use the version that stored it.`,
  )
}

class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
}

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
