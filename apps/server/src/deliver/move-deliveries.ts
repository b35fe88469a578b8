import type { Transaction } from '@partner-platform/database'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { insertRows, recordSet } from '../store/record-set.ts'
import { attempts, deliveries } from '../store/schema.ts'
import {
  advanceDelivery,
  type DeliveryEvent,
  type DeliveryProgress,
  type Moment,
} from './retry-machine.ts'
import { dropJobs, scheduleJobs, toAttemptJob } from './schedule-jobs.ts'

export type StoredDelivery = typeof deliveries.$inferSelect

const chanceBytes = 6

/** The current time and a fresh random number. */
export function toMoment({ clock, random }: Pick<PlatformContext, 'clock' | 'random'>): Moment {
  const drawn = Buffer.from(random(chanceBytes)).readUIntBE(0, chanceBytes)
  return { nowMs: clock.wallMs(), random: drawn / 2 ** (8 * chanceBytes) }
}

export const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

/** A stored delivery in the terms of the retry machine. */
export const toProgress = (delivery: StoredDelivery): DeliveryProgress => ({
  state: delivery.state,
  step: delivery.step,
  attempts: delivery.attempts,
  dueAtMs: delivery.dueAt?.getTime() ?? null,
  opensAtMs: delivery.opensAt.getTime(),
  expiresAtMs: delivery.expiresAt.getTime(),
  endedAtMs: delivery.endedAt?.getTime() ?? null,
  deadLetterReason: delivery.deadLetterReason,
})

/** The columns that store the progress of a delivery. */
export const fromProgress = ({
  dueAtMs,
  opensAtMs,
  expiresAtMs,
  endedAtMs,
  ...progress
}: DeliveryProgress) => ({
  ...progress,
  dueAt: toDate(dueAtMs),
  opensAt: new Date(opensAtMs),
  expiresAt: new Date(expiresAtMs),
  endedAt: toDate(endedAtMs),
})

/** Stores the progress and last outcome of deliveries, and the attempts that caused it, in one statement. */
export async function storeProgress(
  moved: readonly StoredDelivery[],
  tx: Transaction,
  made: readonly (typeof attempts.$inferSelect)[] = [],
): Promise<void> {
  if (moved.length === 0) return
  // The array makes any plan look deliveries up by their id, even one made when there were none.
  await tx.execute(sql`
    with made as (${insertRows(attempts, made)}),
      moved as (select * from ${recordSet(deliveries, moved)})
    update ${deliveries} as stored
    set state = moved.state, step = moved.step, attempts = moved.attempts,
      due_at = moved.due_at, ended_at = moved.ended_at,
      expires_at = moved.expires_at, dead_letter_reason = moved.dead_letter_reason,
      last_outcome = moved.last_outcome, last_status = moved.last_status
    from moved
    where stored.id = any(array(select id from moved)) and stored.id = moved.id`)
}

/** Most deliveries that one transaction moves. It keeps other transactions waiting. */
export const toBatchSize = ({ batchSize = 500 }: Pick<PlatformContext, 'batchSize'>) => batchSize

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
  const moved = batch.flatMap((delivery) => {
    const next = advanceDelivery(toProgress(delivery), toEvent(delivery), toMoment(context))
    return next ? { ...delivery, ...fromProgress(next) } : []
  })
  if (moved.length < batch.length) throw new Error('unreachable: a matching delivery stays')
  await storeProgress(moved, context.tx)
  await dropJobs(
    moved.filter(({ state }) => state === 'held'),
    context,
  )
  const pending = moved.filter(({ state }) => state === 'pending')
  if (pending.length > 0) {
    // A delivery that becomes pending here is due at once.
    await scheduleJobs(pending.map(toAttemptJob), context)
    await announce(context.tx, 'deliveries')
  }
  return moved.length
}

/** Gives up at most a batch of unfinished deliveries that are too old to attempt, or one of them. */
export function giveUpExpired(context: PlatformContext, id?: string): Promise<number> {
  const matching = and(
    id === undefined ? undefined : eq(deliveries.id, id),
    inArray(deliveries.state, ['pending', 'held']),
    lte(deliveries.expiresAt, new Date(context.clock.wallMs())),
  )
  return moveDeliveries({ matching, toEvent: () => ({ type: 'expired' }) }, context)
}
