import type { Orm } from '@partner-platform/database'
import { and, asc, eq, getTableColumns, gte, lt } from 'drizzle-orm'
import { attempts, deliveries, events } from '../store/schema.ts'
import { createList, type Filter, type PageRequest, type PageResult } from './page.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Attempt = typeof attempts.$inferSelect

/** A delivery with the name and timestamp of its event. */
export type Delivery = typeof deliveries.$inferSelect & { eventName: string; timestamp: Date }

const select = (orm: Orm) =>
  orm
    .select({ ...getTableColumns(deliveries), eventName: events.name, timestamp: events.timestamp })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))

const by = {
  state: deliveries.state,
  partner: deliveries.partnerId,
  environment: deliveries.environment,
  endpoint: deliveries.endpointId,
  submission: deliveries.submissionId,
}
const list = createList({ table: deliveries, by, from: select })

export type DeliveryFilter = Filter<typeof by> & {
  /** Inclusive. */
  createdFrom?: Date | undefined
  /** Exclusive. */
  createdTo?: Date | undefined
}

export function listDeliveries(
  { createdFrom, createdTo, ...filter }: DeliveryFilter,
  page: PageRequest,
  orm: Orm,
): Promise<PageResult<Delivery>> {
  const { createdAt } = deliveries
  const period = [createdFrom && gte(createdAt, createdFrom), createdTo && lt(createdAt, createdTo)]
  return list(filter, page, orm, and(...period))
}

type Found = { ok: true; delivery: Delivery; attempts: Attempt[] }

/** A delivery with all its attempts, in order. */
export async function getDelivery(id: string, orm: Orm): Promise<Found | Refusal<'not_found'>> {
  const [delivery] = await select(orm).where(eq(deliveries.id, id))
  if (!delivery) return refuse('not_found')
  const made = await orm
    .select()
    .from(attempts)
    .where(eq(attempts.deliveryId, id))
    .orderBy(asc(attempts.number))
  return { ok: true, delivery, attempts: made }
}
