import { and, asc, inArray, lte, type SQL } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { deliveries } from '../store/schema.ts'
import { advanceDelivery, type DeliveryEvent } from './retry-machine.ts'
import { dropJobs, scheduleJobs, toAttemptJob } from './schedule-jobs.ts'
import {
  fromProgress,
  type StoredDelivery,
  storeProgress,
  toMoment,
  toProgress,
} from './stored-progress.ts'

/** Most deliveries that one transaction moves. It keeps other transactions waiting. */
export const toBatchSize = ({ batchSize = 500 }: Pick<PlatformContext, 'batchSize'>) => batchSize

export const expired = { type: 'expired' } as const

/** Matches unfinished deliveries that are too old to attempt. */
export const hasExpired = ({ clock }: Pick<PlatformContext, 'clock'>) =>
  and(
    inArray(deliveries.state, ['pending', 'held']),
    lte(deliveries.expiresAt, new Date(clock.wallMs())),
  )

type Moves = { matching: SQL | undefined; toEvent: (delivery: StoredDelivery) => DeliveryEvent }

/**
 * Applies an event to at most a batch of matching deliveries, oldest first. Returns how many it moved;
 * fewer than a batch means that none are left. Schedules and announces jobs for pending ones. A moved
 * delivery must no longer match. The caller must have locked the endpoints.
 */
export async function moveDeliveries(
  { matching, toEvent }: Moves,
  context: PlatformContext,
): Promise<number> {
  const batch = await context.tx
    .select()
    .from(deliveries)
    .where(and(matching))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(toBatchSize(context))
    .for('update')
  const moved = batch.flatMap((delivery) => move(delivery, toEvent(delivery), context) ?? [])
  if (moved.length < batch.length) throw new Error('unreachable: a matching delivery stays')
  await store(moved, context)
  return moved.length
}

function move(delivery: StoredDelivery, event: DeliveryEvent, context: PlatformContext) {
  const moved = advanceDelivery(toProgress(delivery), event, toMoment(context))
  return moved.isIgnored ? undefined : { ...delivery, ...fromProgress(moved.delivery) }
}

async function store(moved: StoredDelivery[], context: PlatformContext): Promise<void> {
  const { tx } = context
  await storeProgress(moved, tx)
  await dropJobs(
    moved.filter(({ state }) => state === 'held'),
    context,
  )
  const pending = moved.filter(({ state }) => state === 'pending')
  if (pending.length === 0) return
  // A delivery that becomes pending here is due at once.
  await scheduleJobs(pending.map(toAttemptJob), context)
  await announce(tx, 'deliveries')
}
