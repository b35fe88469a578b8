import type { Database, Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { handleQueue } from './open-store.ts'

/** What processes on one store tell each other; a message is sent when its transaction commits. */
export const channels = {
  /** An event waits for its handler. */
  jobs: 'receiver_jobs',
  /** Something arrived, or was handled. */
  changes: 'receiver_changes',
} as const

/** Tells every process, this one included, once the transaction has committed. */
export async function announce(
  tx: Transaction,
  ...names: (keyof typeof channels)[]
): Promise<void> {
  const calls = names.map((name) => sql`pg_notify(${channels[name]}, '')`)
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
}

/** An event that waits for its handler. The job of one that waits no longer is void. */
export type HandleJob = { eventId: number }

/** An event, and how long it waits before it is given to its handler: not at all if it does not say. */
type QueuedEvent = { eventId: number; submissionUuid: string; afterMs?: number }

type QueueContext = {
  tx: Transaction
  database: Pick<Database, 'jobs' | 'within'>
  /** @default the queue of events that are not suspects */
  queue?: string
}

/**
 * Puts events in the queue of their handler, as part of the transaction. The wait is counted on the
 * clock of the store, so that the clocks of processes need not agree.
 */
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

/** What is due at once is due for an hour, so that a clock that is set back does not put it off. */
const toInterval = (afterMs: number) => (afterMs <= 0 ? '-1 hour' : `${afterMs / 1000} seconds`)
