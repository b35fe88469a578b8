import type { Orm } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { and, asc, eq, getTableColumns, gte, lt } from 'drizzle-orm'
import { attempts, type DeliveryState, deliveries, events } from '../store/schema.ts'
import { equals, newestFirst, type PageRequest, type PageResult } from './page.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Attempt = typeof attempts.$inferSelect

/** A delivery with the name and timestamp of its event. */
export type Delivery = typeof deliveries.$inferSelect & { eventName: string; timestamp: Date }

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  partner?: string | undefined
  environment?: Environment | undefined
  endpoint?: string | undefined
  submission?: string | undefined
  /** Inclusive. */
  createdFrom?: Date | undefined
  /** Exclusive. */
  createdTo?: Date | undefined
}

const select = (orm: Orm) =>
  orm
    .select({ ...getTableColumns(deliveries), eventName: events.name, timestamp: events.timestamp })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))

export function listDeliveries(
  { createdFrom, createdTo, ...filter }: DeliveryFilter,
  page: PageRequest,
  orm: Orm,
): Promise<PageResult<Delivery>> {
  return newestFirst(page, {
    table: deliveries,
    filter: and(
      equals(
        [deliveries.state, filter.state],
        [deliveries.partnerId, filter.partner],
        [deliveries.environment, filter.environment],
        [deliveries.endpointId, filter.endpoint],
        [deliveries.submissionId, filter.submission],
      ),
      createdFrom && gte(deliveries.createdAt, createdFrom),
      createdTo && lt(deliveries.createdAt, createdTo),
    ),
    from: select(orm),
  })
}

type Found = { ok: true; delivery: Delivery; attempts: Attempt[] }

/** A delivery with all its attempts, in order. */
export async function getDelivery(id: string, orm: Orm): Promise<Found | Refusal<'not-found'>> {
  const [delivery] = await select(orm).where(eq(deliveries.id, id))
  if (!delivery) return refuse('not-found')
  const made = await orm
    .select()
    .from(attempts)
    .where(eq(attempts.deliveryId, id))
    .orderBy(asc(attempts.number))
  return { ok: true, delivery, attempts: made }
}
