import type { Database, Transaction } from '@partner-platform/database'
import { announce } from '../store/announce.ts'
import { handleQueue } from '../store/open-store.ts'

/** An event that waits for its handler. The job of one that waits no longer is void. */
export type HandleJob = { eventId: number }

/** An event, and how long it waits before it is given to its handler: not at all if it does not say. */
export type QueuedEvent = { eventId: number; submissionUuid: string; afterMs?: number }

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
