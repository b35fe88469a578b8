import { and, asc, type SQL } from 'drizzle-orm'
import { advanceDelivery, type DeliveryEvent } from '../deliver/retry-machine.ts'
import { scheduleJobs, toAttemptJob } from '../deliver/schedule-jobs.ts'
import {
  fromProgress,
  type StoredDelivery,
  storeProgress,
  toProgress,
} from '../deliver/stored-progress.ts'
import { announce } from '../store/channels.ts'
import { deliveries } from '../store/schema.ts'
import type { PlatformContext } from './platform-context.ts'
import { toMoment } from './to-moment.ts'

/** Deliveries that are read and written at once, so that memory does not grow with their number. */
const batchSize = 500

/**
 * Tells every delivery that matches of an event, in batches, and resolves with how many it moved. What
 * is pending then has its job and is announced. `matching` must not hold for a delivery once it moved.
 * The caller holds the lock of the endpoint.
 */
export async function moveDeliveries(
  { matching, event }: { matching: SQL | undefined; event: DeliveryEvent },
  context: PlatformContext,
): Promise<number> {
  let movedCount = 0
  for (;;) {
    const batch = await context.tx
      .select()
      .from(deliveries)
      .where(and(matching))
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
      .limit(batchSize)
      .for('update')
    // A batch can be short because another transaction took some of it: only an empty one is the last.
    if (batch.length === 0) return movedCount
    const moved = batch.flatMap((delivery) => move(delivery, event, context) ?? [])
    if (moved.length < batch.length) throw new Error('unreachable: a matching delivery stays')
    await store(moved, context)
    movedCount += moved.length
  }
}

function move(delivery: StoredDelivery, event: DeliveryEvent, context: PlatformContext) {
  const moved = advanceDelivery(toProgress(delivery), event, toMoment(context))
  return moved.isIgnored ? undefined : { ...delivery, ...fromProgress(moved.delivery) }
}

async function store(moved: StoredDelivery[], context: PlatformContext): Promise<void> {
  const { tx } = context
  await storeProgress(moved, tx)
  const pending = moved.filter(({ state }) => state === 'pending')
  if (pending.length === 0) return
  // All that move into this state at one moment are due at once.
  await scheduleJobs(pending.map(toAttemptJob), context)
  await announce(tx, 'deliveries')
}
