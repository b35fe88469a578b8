import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { type RestOfReplay, scheduleJobs } from '../deliver/schedule-jobs.ts'
import { announce } from '../store/channels.ts'
import { deliveries, endpoints } from '../store/schema.ts'
import { type Delivery, getDelivery, toCondition } from './deliveries.ts'
import { moveDeliveries, toBatchSize } from './move-deliveries.ts'
import type { PlatformContext } from './platform-context.ts'
import { type Invalid, invalid, notThere, type Refusal, refuse } from './refusal.ts'

/** How a delivery that can be replayed has ended. */
export type EndedState = 'delivered' | 'dead-letter'

const endedStates: readonly EndedState[] = ['delivered', 'dead-letter']

/**
 * Starts the schedule of a delivery again at its first step, with the same bytes. Where its endpoint is
 * disabled it is held.
 * @see specs/decisions/ D-012
 */
export async function replayDelivery(
  deliveryId: string,
  context: PlatformContext,
): Promise<{ ok: true; delivery: Delivery } | Refusal<'not-found' | 'wrong-state'>> {
  const { tx } = context
  const found = await getDelivery(deliveryId, tx)
  if (!found.ok) return found
  const moved = await replay({ asked: [found.delivery], states: endedStates }, context)
  return moved === 0 ? refuse('wrong-state') : getDelivery(deliveryId, tx)
}

/** The deliveries of a time that ended in one way; of one endpoint or of all. */
export type ReplayRange = {
  state: EndedState
  endpoint?: string | undefined
  /** Created at this moment or later. */
  from: Date
  /** Created before this moment. */
  to: Date
}

/**
 * Replays every delivery of a range and tells how many they are: a batch at once, the others by jobs,
 * one batch after the other, so that a long range keeps nobody waiting.
 * @see specs/decisions/ D-012
 */
export async function replayDeliveries(
  { state, endpoint, from, to }: ReplayRange,
  context: PlatformContext,
): Promise<{ ok: true; count: number } | Invalid> {
  const { tx } = context
  if (endpoint !== undefined) {
    const [found] = await tx
      .select({ id: endpoints.id })
      .from(endpoints)
      .where(eq(endpoints.id, endpoint))
    if (!found) return invalid(notThere('/endpoint', 'an endpoint'))
  }
  const range = { state, endpoint, from: from.toISOString(), to: to.toISOString() }
  const { moved, rest } = await replayBatch({ ...range, after: null }, context)
  if (!rest) return { ok: true, count: moved }
  const [left] = await tx.select({ count: count() }).from(deliveries).where(behind(rest))
  return { ok: true, count: moved + (left?.count ?? 0) }
}

/** Replays the next batch of a range; what is left of it then has its job, as `rest`. */
export async function replayBatch(
  range: RestOfReplay,
  context: PlatformContext,
): Promise<{ moved: number; rest: RestOfReplay | null }> {
  const { tx } = context
  const batchSize = toBatchSize(context)
  const batch = await tx
    .select()
    .from(deliveries)
    .where(behind(range))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(batchSize)
  const moved = await replay({ asked: batch, states: [range.state] }, context)
  const last = batch.at(-1)
  if (!last || batch.length < batchSize) return { moved, rest: null }
  // Behind its place, not among what still fits: what was delivered again would be replayed for ever.
  const rest = { ...range, after: { createdAt: last.createdAt.toISOString(), id: last.id } }
  await scheduleJobs([{ kind: 'replay', ...rest }], context)
  await announce(tx, 'deliveries')
  return { moved, rest }
}

const behind = ({ state, endpoint, from, to, after }: RestOfReplay) =>
  and(
    toCondition({ state, endpoint, createdFrom: new Date(from), createdTo: new Date(to) }),
    after === null
      ? undefined
      : sql`(${deliveries.createdAt}, ${deliveries.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
  )

type Asked = {
  asked: readonly Pick<Delivery, 'id' | 'endpointId'>[]
  /** A delivery in none of them is left alone. */
  states: readonly EndedState[]
}

/** Replays deliveries, at most a batch; how many they were. */
async function replay({ asked, states }: Asked, context: PlatformContext): Promise<number> {
  if (asked.length === 0) return 0
  // Kept from being enabled or disabled until the transaction ends.
  const found = await context.tx
    .select({ id: endpoints.id, state: endpoints.state })
    .from(endpoints)
    .where(inArray(endpoints.id, [...new Set(asked.map(({ endpointId }) => endpointId))]))
    .orderBy(asc(endpoints.id))
    .for('share')
  const disabled = new Set(found.flatMap(({ id, state }) => (state === 'disabled' ? id : [])))
  const ids = asked.map(({ id }) => id)
  return moveDeliveries(
    {
      matching: and(inArray(deliveries.id, ids), inArray(deliveries.state, states)),
      toEvent: ({ endpointId }) => ({ type: 'replayed', isHeld: disabled.has(endpointId) }),
    },
    context,
  )
}
