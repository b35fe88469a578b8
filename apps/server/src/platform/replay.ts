import { and, count, eq, not, type SQL } from 'drizzle-orm'
import { toProgress } from '../deliver/move-deliveries.ts'
import { behind, isSendable, isYoung, replay, replayBatch } from '../deliver/replay-batch.ts'
import { isTooOld } from '../deliver/retry-machine.ts'
import type { ReplayRange, RestOfReplay, SendExpired } from '../deliver/schedule-jobs.ts'
import type { PlatformContext } from '../platform-context.ts'
import { deliveries, endedStates, endpoints } from '../store/schema.ts'
import { type Delivery, getDelivery } from './deliveries.ts'
import { type Invalid, invalid, notThere, type Refusal, refuse } from './refusal.ts'

type Replayed =
  | { ok: true; delivery: Delivery }
  | Refusal<'not_found' | 'wrong_state' | 'event_expired'>

/**
 * Restarts the schedule of a delivery at its first step, with the same bytes. Holds the delivery if its
 * endpoint is disabled. Refuses an expired one unless `sendExpired` is set.
 * @see specs/decisions/ D-012
 */
export async function replayDelivery(
  { deliveryId, sendExpired }: SendExpired & { deliveryId: string },
  context: PlatformContext,
): Promise<Replayed> {
  const { tx, clock } = context
  const found = await getDelivery(deliveryId, tx)
  if (!found.ok) return found
  const { delivery } = found
  if (!endedStates.some((state) => state === delivery.state)) return refuse('wrong_state')
  if (!sendExpired && isTooOld(toProgress(delivery), { nowMs: clock.wallMs() })) {
    return refuse('event_expired')
  }
  const moved = await replay({ asked: [delivery], states: endedStates, sendExpired }, context)
  return moved === 0 ? refuse('wrong_state') : getDelivery(deliveryId, tx)
}

/**
 * Replays every delivery of a range: one batch now, the others in jobs, so that a long range blocks nobody.
 * Returns how many it replays, and how many have expired and stay unchanged.
 * @see specs/decisions/ D-012
 */
export async function replayDeliveries(
  { from, to, ...which }: ReplayRange<Date>,
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
