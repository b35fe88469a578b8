import type { Database } from '@partner-platform/database'
import { and, eq, inArray } from 'drizzle-orm'
import { handleQueue, suspectQueue } from '../store/open-store.ts'
import { announce, queueEvents } from '../store/queue-events.ts'
import { arrivals, events } from '../store/schema.ts'
import { fromEntryId } from './read-entries.ts'

/** Queues the event of an entry for its handler again, with a full set of tries. */
export async function replayEntry(
  id: string,
  database: Database,
): Promise<'queued' | 'not-replayable' | 'unknown'> {
  const row = fromEntryId(id)
  if (row === undefined) return 'unknown'
  return database.transaction(async (tx) => {
    const [arrival] = await tx
      .select({
        outcome: arrivals.outcome,
        eventId: arrivals.eventId,
        interruptions: events.interruptions,
      })
      .from(arrivals)
      .leftJoin(events, eq(events.id, arrivals.eventId))
      .where(eq(arrivals.id, row))
    if (!arrival) return 'unknown'
    const { outcome, eventId } = arrival
    if (outcome !== 'accepted' || eventId === null) return 'not-replayable'
    const waiting = await tx
      .update(events)
      .set({ handling: 'waiting', tries: 0, interruptions: 0, lastError: null })
      .where(and(eq(events.id, eventId), inArray(events.handling, ['handled', 'failed'])))
      .returning({ eventId: events.id, submissionUuid: events.submissionUuid })
    if (waiting.length === 0) return 'not-replayable'
    // An event that may have killed a process is handled alone again.
    const queue = (arrival.interruptions ?? 0) > 0 ? suspectQueue : handleQueue
    await queueEvents(waiting, { tx, database, queue })
    await announce(tx, 'changes')
    return 'queued'
  })
}
