import { and, asc, eq, inArray } from 'drizzle-orm'
import { deliveries, endpoints } from '../store/schema.ts'
import { type Delivery, type DeliveryFilter, getDelivery, toCondition } from './deliveries.ts'
import { moveDeliveries } from './move-deliveries.ts'
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
  const matching = and(eq(deliveries.id, deliveryId), inArray(deliveries.state, endedStates))
  const count = await replay({ matching, endpointId: found.delivery.endpointId }, context)
  return count === 0 ? refuse('wrong-state') : getDelivery(deliveryId, tx)
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
 * Replays every delivery of a range, in batches of bounded size: all of them or, when the transaction
 * fails, none.
 */
export async function replayDeliveries(
  { state, endpoint, from, to }: ReplayRange,
  context: PlatformContext,
): Promise<{ ok: true; count: number } | Invalid> {
  const filter = { state, endpoint, createdFrom: from, createdTo: to }
  const concerned = await endpointsOf(filter, context)
  if (!concerned) return invalid(notThere('/endpoint', 'an endpoint'))
  let count = 0
  for (const endpointId of concerned) {
    const matching = toCondition({ ...filter, endpoint: endpointId })
    count += await replay({ matching, endpointId }, context)
  }
  return { ok: true, count }
}

/** Endpoints of a range, in the order in which they are locked; `null` where the one named is none. */
async function endpointsOf({ endpoint, ...rest }: DeliveryFilter, { tx }: PlatformContext) {
  if (endpoint === undefined) {
    const rows = await tx
      .selectDistinct({ id: deliveries.endpointId })
      .from(deliveries)
      .where(toCondition(rest))
      .orderBy(asc(deliveries.endpointId))
    return rows.map(({ id }) => id)
  }
  const [found] = await tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(eq(endpoints.id, endpoint))
  return found ? [endpoint] : null
}

type EndpointReplay = {
  matching: Parameters<typeof moveDeliveries>[0]['matching']
  endpointId: string
}

async function replay({ matching, endpointId }: EndpointReplay, context: PlatformContext) {
  // Kept from being enabled or disabled until the transaction ends.
  const [endpoint] = await context.tx
    .select({ state: endpoints.state })
    .from(endpoints)
    .where(eq(endpoints.id, endpointId))
    .for('share')
  const isHeld = endpoint?.state === 'disabled'
  return moveDeliveries({ matching, event: { type: 'replayed', isHeld } }, context)
}
