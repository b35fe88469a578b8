import type { Database, Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { handleQueue } from './open-store.ts'

/** Channels between processes on one store. A message is sent when its transaction commits. */
export const channels = {
  /** An event waits for its handler. */
  jobs: 'receiver_jobs',
  /** Something arrived, or was handled. */
  changes: 'receiver_changes',
} as const

/** Notifies every process, including this one, once the transaction commits. */
export async function announce(
  tx: Transaction,
  ...names: (keyof typeof channels)[]
): Promise<void> {
  const calls = names.map((name) => sql`pg_notify(${channels[name]}, '')`)
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
}

/** A job for a waiting event. If the event is no longer waiting, the job is void. */
export type HandleJob = { eventId: number }

/** An event, and the delay before its handler gets it. @default no delay */
type QueuedEvent = { eventId: number; submissionUuid: string; afterMs?: number }

type QueueContext = {
  tx: Transaction
  database: Pick<Database, 'jobs' | 'within'>
  /** @default the queue of events that are not suspects */
  queue?: string
}

/** Queues events for their handler, in the transaction. The store's clock counts the delay. */
export async function queueEvents(
  queued: readonly QueuedEvent[],
  { tx, database, queue = handleQueue }: QueueContext,
): Promise<void> {
  if (queued.length === 0) return
  const jobs = queued.map(({ eventId, submissionUuid, afterMs = 0 }) => ({
    data: { eventId } satisfies HandleJob,
    startAfter: toInterval(afterMs),
    group: { id: submissionUuid },
  }))
  await database.jobs.insert(queue, jobs, { db: database.within(tx) })
  await announce(tx, 'jobs')
}

/** An event without delay is due since an hour ago, so that setting the clock back does not delay it. */
const toInterval = (afterMs: number) => (afterMs <= 0 ? '-1 hour' : `${afterMs / 1000} seconds`)
