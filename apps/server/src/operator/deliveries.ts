import type {
  Attempt as AttemptBody,
  Delivery as DeliveryBody,
  ReplayInput,
} from '../generated/index.ts'
import * as platform from '../platform/deliveries.ts'
import { invalid, notThere, refuse } from '../platform/refusal.ts'
import * as replay from '../platform/replay.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toInstant } from './to-instant.ts'
import { toPage } from './to-page.ts'

function toDelivery(delivery: platform.Delivery): DeliveryBody {
  const { id, eventName, environment, state, step, attempts, dueAt, deadLetterReason } = delivery
  return {
    ...{ id, event: delivery.eventId, eventName, timestamp: delivery.timestamp.toISOString() },
    ...{ submission: delivery.submissionId, partner: delivery.partnerId, environment },
    ...{ endpoint: delivery.endpointId, state, step, attempts },
    lastOutcome: delivery.lastOutcome,
    lastStatus: delivery.lastStatus,
    dueAt: dueAt?.toISOString() ?? null,
    expiresAt: delivery.expiresAt.toISOString(),
    endedAt: delivery.endedAt?.toISOString() ?? null,
    deadLetterReason,
    createdAt: delivery.createdAt.toISOString(),
  }
}

const toAttempt = ({ deliveryId: _, startedAt, ...attempt }: platform.Attempt): AttemptBody => ({
  ...attempt,
  startedAt: startedAt.toISOString(),
})

type Moments = { readonly createdFrom?: string; readonly createdTo?: string }

const toTime = ({ createdFrom, createdTo }: Moments) => ({
  createdFrom: createdFrom === undefined ? undefined : toInstant(createdFrom),
  createdTo: createdTo === undefined ? undefined : toInstant(createdTo),
})

export const listDeliveries: ReadHandler<'listDeliveries'> = async ({ query }, { orm }) => {
  const page = await platform.listDeliveries({ ...query, ...toTime(query) }, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items.map(toDelivery), next: page.next } }
}

export const getDelivery: ReadHandler<'getDelivery'> = async ({ params }, { orm }) => {
  const found = await platform.getDelivery(params.deliveryId, orm)
  if (!found.ok) return refused(found)
  const attempts = found.attempts.map(toAttempt)
  return { status: 200, body: { delivery: toDelivery(found.delivery), attempts } }
}

export const replayDeliveries: WriteHandler<'replayDeliveries'> = async ({ body }, context) => {
  const { delivery: deliveryId, sendExpired } = body
  if (deliveryId !== undefined) {
    const replayed = await replay.replayDelivery({ deliveryId, sendExpired }, context)
    if (replayed.ok) return { status: 202, body: { count: 1, expired: 0 } }
    return replayed.code === 'not-found'
      ? refused(invalid(notThere('/delivery', 'a delivery')))
      : refused(refuse(replayed.code))
  }
  // The schema wants state, from and to where no delivery is named.
  const { state, from, to, endpoint } = body as Range
  const range = { state, endpoint, sendExpired, from: toInstant(from), to: toInstant(to) }
  const replayed = await replay.replayDeliveries(range, context)
  if (!replayed.ok) return refused(replayed)
  const { count, expired } = replayed
  return { status: 202, body: { count, expired } }
}

type Range = ReplayInput & Required<Pick<ReplayInput, 'state' | 'from' | 'to'>>
