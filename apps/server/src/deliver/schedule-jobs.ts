import type { PlatformContext } from '../platform/platform-context.ts'
import { deliverQueue } from '../store/open-store.ts'

/** What is to be done. A job whose attempt was made, or whose probe was replaced, is void. */
export type DeliverJob =
  /** `attempts`: how many were made before this one. */
  | { kind: 'attempt'; endpointId: string; deliveryId: string; attempts: number }
  | { kind: 'probe'; endpointId: string; probeAtMs: number }

export type JobContext = Pick<PlatformContext, 'tx' | 'database'>

/** A job, and how long it waits: not at all if it does not say. */
export type ScheduledJob = DeliverJob & { afterMs?: number }

/**
 * Puts jobs in the queue, as part of the transaction. The wait is counted on the clock of the store,
 * so that the clocks of workers need not agree.
 */
export async function scheduleJobs(
  jobs: readonly ScheduledJob[],
  { tx, database }: JobContext,
): Promise<void> {
  if (jobs.length === 0) return
  const inserts = jobs.map(({ afterMs = 0, ...data }) => ({
    data,
    startAfter: toInterval(afterMs),
    group: { id: data.endpointId },
  }))
  await database.jobs.insert(deliverQueue, inserts, { db: database.within(tx) })
}

/** What is due at once is due for an hour, so that a clock that is set back does not put it off. */
const toInterval = (afterMs: number) => (afterMs <= 0 ? '-1 hour' : `${afterMs / 1000} seconds`)

type Waiting = { id: string; endpointId: string; attempts: number }

/** The job of a delivery's next attempt. */
export const toAttemptJob = ({ id, endpointId, attempts }: Waiting): DeliverJob => ({
  kind: 'attempt',
  endpointId,
  deliveryId: id,
  attempts,
})
