import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { deliveries, type EndedState, endpoints } from '../store/schema.ts'
import { moveDeliveries, type StoredDelivery, toBatchSize } from './move-deliveries.ts'
import { openMs } from './retry-machine.ts'
import { type RestOfReplay, type SendExpired, scheduleJobs } from './schedule-jobs.ts'

/**
 * Replays a batch of events that were delivered too early because the clock was ahead: receivers answered
 * with a 2xx but set them aside. Returns how many.
 * @see specs/decisions/ D-014
 */
export async function replayEarly(context: PlatformContext): Promise<number> {
  const now = new Date(context.clock.wallMs())
  const asked = await context.tx
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.state, 'delivered'),
        // Such deliveries ended in the future, by today's clock. This condition has an index.
        gt(deliveries.endedAt, now),
        gt(deliveries.opensAt, now),
      ),
    )
    .limit(toBatchSize(context))
  return replay({ asked, states: ['delivered'] }, context)
}

/** Replays the next batch of a range, and schedules a job for the `rest`. */
export async function replayBatch(
  range: RestOfReplay,
  context: PlatformContext,
): Promise<{ moved: number; rest: RestOfReplay | null }> {
  const { tx } = context
  const batchSize = toBatchSize(context)
  const batch = await tx
    .select()
    .from(deliveries)
    .where(and(behind(range), isSendable(range, context)))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(batchSize)
  const { state, sendExpired } = range
  const moved = await replay({ asked: batch, states: [state], sendExpired }, context)
  const last = batch.at(-1)
  if (!last || batch.length < batchSize) return { moved, rest: null }
  // By position, not by state: otherwise a delivery that succeeds again would be replayed forever.
  const rest = { ...range, after: { createdAt: last.createdAt.toISOString(), id: last.id } }
  await scheduleJobs([{ kind: 'replay', ...rest }], context)
  await announce(tx, 'deliveries')
  return { moved, rest }
}

/** Matches the deliveries of a range after its position. */
export const behind = ({ state, endpoint, from, to, after }: RestOfReplay) =>
  and(
    eq(deliveries.state, state),
    endpoint === undefined ? undefined : eq(deliveries.endpointId, endpoint),
    gte(deliveries.createdAt, new Date(from)),
    lt(deliveries.createdAt, new Date(to)),
    after === null
      ? undefined
      : sql`(${deliveries.createdAt}, ${deliveries.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
  )

/** Matches events that may be sent: receivers still accept them, or `sendExpired` is set. */
export const isSendable = (
  { sendExpired }: SendExpired,
  context: Pick<PlatformContext, 'clock'>,
) => (sendExpired ? undefined : isYoung(context))

/** The opposite of `isTooOld`. */
export function isYoung({ clock }: Pick<PlatformContext, 'clock'>): SQL {
  const nowMs = clock.wallMs()
  const opensAfter = new Date(nowMs - openMs).toISOString()
  const now = new Date(nowMs).toISOString()
  return sql`(${deliveries.expiresAt} > ${now} and ${deliveries.opensAt} > ${opensAfter})`
}

type Asked = SendExpired & {
  asked: readonly Pick<StoredDelivery, 'id' | 'endpointId'>[]
  /** Deliveries in other states are left alone. */
  states: readonly EndedState[]
}

/** Replays at most a batch of deliveries. Returns how many. */
export async function replay(
  { asked, states, sendExpired = false }: Asked,
  context: PlatformContext,
): Promise<number> {
  if (asked.length === 0) return 0
  // Locks their state until the transaction ends.
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
      matching: and(
        inArray(deliveries.id, ids),
        inArray(deliveries.state, states),
        isSendable({ sendExpired }, context),
      ),
      toEvent: ({ endpointId }) => ({
        type: 'replayed',
        isHeld: disabled.has(endpointId),
        sendExpired,
      }),
    },
    context,
  )
}
