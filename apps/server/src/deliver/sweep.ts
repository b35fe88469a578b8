import { constants } from '@partner-platform/types'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { defaultLeaseSeconds, deliverQueue, type ServerDatabase } from '../store/open-store.ts'
import { deliveries, endpoints, events } from '../store/schema.ts'
import { giveUpExpired, toBatchSize } from './move-deliveries.ts'
import { replayEarly } from './replay-batch.ts'
import { scheduleJobs, toAttemptJob } from './schedule-jobs.ts'

/** Most rows in one pass, so that no pass blocks the store for long. */
const batch = 500
/** After this many leases, an overdue delivery or probe may have lost its job. */
const overdueLeases = 4

export type SweepOptions = Omit<PlatformContext, 'tx' | 'database'> & {
  database: ServerDatabase
  /** The lease of the store's jobs. @default 30 */
  leaseSeconds?: number
}

type SweepContext = PlatformContext & { overdueMs: number }

/**
 * Does the work that has no job: replaces lost jobs of deliveries and probes, gives up expired deliveries,
 * resends events that were sent too early, and deletes old deliveries and events. Any process may run it
 * at any time.
 * @see specs/decisions/ D-012 and D-013
 */
export async function sweep(options: SweepOptions): Promise<void> {
  const { leaseSeconds = defaultLeaseSeconds } = options
  const overdueMs = overdueLeases * leaseSeconds * 1000
  const run = <T>(pass: (context: SweepContext) => Promise<T>): Promise<T> =>
    options.database.transaction((tx) => pass({ ...options, overdueMs, tx }))
  await run(rescheduleDeliveries)
  await run(rescheduleProbes)
  while ((await run(giveUpExpired)) === toBatchSize(options));
  while ((await run(replayEarly)) === toBatchSize(options));
  while (await run(forgetEnded));
}

/** Whether the queue has no unfinished job with this value in its data. */
const lacksJob = (field: string, value: unknown) => sql`not exists (
  select from pgboss.job
  where name = ${deliverQueue} and state < 'completed' and data ->> ${field} = ${value}::text
)`

async function rescheduleDeliveries(context: SweepContext): Promise<void> {
  const { tx, clock, overdueMs } = context
  const lost = await tx
    .select({ id: deliveries.id, endpointId: deliveries.endpointId, attempts: deliveries.attempts })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.state, 'pending'),
        lte(deliveries.dueAt, new Date(clock.wallMs() - overdueMs)),
        lacksJob('deliveryId', deliveries.id),
      ),
    )
    .limit(batch)
    .for('update', { skipLocked: true })
  await scheduleJobs(lost.map(toAttemptJob), context)
  if (lost.length > 0) await announce(tx, 'deliveries')
}

async function rescheduleProbes(context: SweepContext): Promise<void> {
  const { tx, clock, overdueMs } = context
  const nowMs = clock.wallMs()
  const lost = await tx
    .select({ endpointId: endpoints.id, probeAt: endpoints.probeAt })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.state, 'disabled'),
        lte(endpoints.probeAt, new Date(nowMs - overdueMs)),
        // Its deliveries are held or soon will be, so any other job of the endpoint is about to end.
        lacksJob('endpointId', endpoints.id),
      ),
    )
    .limit(batch)
    .for('update', { skipLocked: true })
  const probes = lost.map(({ endpointId, probeAt }) => ({
    kind: 'probe' as const,
    endpointId,
    probeAtMs: probeAt?.getTime() ?? nowMs,
  }))
  await scheduleJobs(probes, context)
}

/**
 * Deletes deliveries and their events when their retention time is over. Deletes events that never had a
 * delivery at the same age. Returns whether there may be more.
 */
async function forgetEnded({ tx, clock }: PlatformContext): Promise<boolean> {
  const { deadLetterRetentionSeconds, deliveryAgeLimitSeconds } = constants
  const endedBeforeMs = clock.wallMs() - deadLetterRetentionSeconds * 1000
  const createdBeforeMs = endedBeforeMs - deliveryAgeLimitSeconds * 1000
  const isOver = lte(deliveries.endedAt, new Date(endedBeforeMs))
  const ended = tx.select({ id: deliveries.id }).from(deliveries).where(isOver).limit(batch)
  const forgotten = await tx
    .delete(deliveries)
    // Postgres checks the second condition again if a replay intervened.
    .where(and(inArray(deliveries.id, ended), isOver))
    .returning({ eventId: deliveries.eventId })
  const hasNoDelivery = sql`not exists (select from ${deliveries} where ${deliveries.eventId} = ${events.id})`
  const never = tx
    .select({ id: events.id })
    .from(events)
    .where(and(lte(events.createdAt, new Date(createdBeforeMs)), hasNoDelivery))
    .limit(batch)
  const eventIds = forgotten.map(({ eventId }) => eventId)
  if (eventIds.length > 0) {
    await tx.delete(events).where(and(inArray(events.id, eventIds), hasNoDelivery))
  }
  const idle = await tx.delete(events).where(inArray(events.id, never)).returning({ id: events.id })
  return Math.max(forgotten.length, idle.length) === batch
}
