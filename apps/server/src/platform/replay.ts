import { and, asc, count, eq, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import { isTooOld, openMs } from '../deliver/retry-machine.ts'
import { type RestOfReplay, scheduleJobs } from '../deliver/schedule-jobs.ts'
import { toProgress } from '../deliver/stored-progress.ts'
import { announce } from '../store/channels.ts'
import { deliveries, endpoints } from '../store/schema.ts'
import { type Delivery, getDelivery, toCondition } from './deliveries.ts'
import { moveDeliveries, toBatchSize } from './move-deliveries.ts'
import type { PlatformContext } from './platform-context.ts'
import { type Invalid, invalid, notThere, type Refusal, refuse } from './refusal.ts'

/** How a delivery that can be replayed has ended. */
export type EndedState = 'delivered' | 'dead-letter'

const endedStates: readonly EndedState[] = ['delivered', 'dead-letter']

type Replay = {
  deliveryId: string
  /** Whether to send an event that receivers would no longer accept. @default false */
  sendExpired?: boolean | undefined
}

type Replayed =
  | { ok: true; delivery: Delivery }
  | Refusal<'not-found' | 'wrong-state' | 'event-expired'>

/**
 * Restarts the schedule of a delivery at its first step, with the same bytes. The delivery is held if its
 * endpoint is disabled. An expired one is refused, unless `sendExpired` is set.
 * @see specs/decisions/ D-012
 */
export async function replayDelivery(
  { deliveryId, sendExpired }: Replay,
  context: PlatformContext,
): Promise<Replayed> {
  const { tx, clock } = context
  const found = await getDelivery(deliveryId, tx)
  if (!found.ok) return found
  const { delivery } = found
  if (!endedStates.some((state) => state === delivery.state)) return refuse('wrong-state')
  if (!sendExpired && isTooOld(toProgress(delivery), { nowMs: clock.wallMs() })) {
    return refuse('event-expired')
  }
  const moved = await replay({ asked: [delivery], states: endedStates, sendExpired }, context)
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
} & Pick<Replay, 'sendExpired'>

/**
 * Replays every delivery of a range: one batch at once, the others by jobs, batch after batch, so that a
 * long range keeps nobody waiting. Returns how many it replays, and how many have expired and do not
 * change.
 * @see specs/decisions/ D-012
 */
export async function replayDeliveries(
  { from, to, ...which }: ReplayRange,
  context: PlatformContext,
): Promise<{ ok: true; count: number; expired: number } | Invalid> {
  const { tx } = context
  const { endpoint } = which
  if (endpoint !== undefined) {
    const [found] = await tx
      .select({ id: endpoints.id })
      .from(endpoints)
      .where(eq(endpoints.id, endpoint))
    if (!found) return invalid(notThere('/endpoint', 'an endpoint'))
  }
  const times = { from: from.toISOString(), to: to.toISOString() }
  const whole: RestOfReplay = { ...which, ...times, after: null }
  const countThose = async (matching: SQL | undefined) =>
    (await tx.select({ count: count() }).from(deliveries).where(matching))[0]?.count ?? 0
  const expired = which.sendExpired
    ? 0
    : await countThose(and(behind(whole), not(isYoung(context))))
  const { moved, rest } = await replayBatch(whole, context)
  const left = rest ? await countThose(and(behind(rest), isSendable(rest, context))) : 0
  return { ok: true, count: moved + left, expired }
}

/**
 * Replays a batch of events that were delivered before they open, because the clock was ahead: receivers
 * answered with a 2xx and set them aside. Returns how many.
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
        // By the clock of that time it ended after it opened. This condition has an index.
        gt(deliveries.endedAt, now),
        gt(deliveries.opensAt, now),
      ),
    )
    .limit(toBatchSize(context))
  return replay({ asked, states: ['delivered'] }, context)
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
    .where(and(behind(range), isSendable(range, context)))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(batchSize)
  const { state, sendExpired } = range
  const moved = await replay({ asked: batch, states: [state], sendExpired }, context)
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

/** Whether an event may be sent: receivers do not find it too old, or `sendExpired` is set. */
const isSendable = (
  { sendExpired }: Pick<Replay, 'sendExpired'>,
  context: Pick<PlatformContext, 'clock'>,
) => (sendExpired ? undefined : isYoung(context))

/** The opposite of `isTooOld`. */
function isYoung({ clock }: Pick<PlatformContext, 'clock'>): SQL {
  const nowMs = clock.wallMs()
  const opensAfter = new Date(nowMs - openMs).toISOString()
  const now = new Date(nowMs).toISOString()
  return sql`(${deliveries.expiresAt} > ${now} and ${deliveries.opensAt} > ${opensAfter})`
}

type Asked = Pick<Replay, 'sendExpired'> & {
  asked: readonly Pick<Delivery, 'id' | 'endpointId'>[]
  /** A delivery in none of them is left alone. */
  states: readonly EndedState[]
}

/** Replays deliveries, at most a batch; how many they were. */
async function replay(
  { asked, states, sendExpired = false }: Asked,
  context: PlatformContext,
): Promise<number> {
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
