import type { Attempt as AttemptBody, Delivery as DeliveryBody } from '../generated/index.ts'
import * as platform from '../platform/deliveries.ts'
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

export const listDeadLetters: ReadHandler<'listDeadLetters'> = async ({ query }, { orm }) => {
  const filter = { ...query, ...toTime(query), state: 'dead-letter' } as const
  const page = await platform.listDeliveries(filter, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items.map(toDelivery), next: page.next } }
}

export const getDelivery: ReadHandler<'getDelivery'> = async ({ params }, { orm }) => {
  const found = await platform.getDelivery(params.deliveryId, orm)
  if (!found.ok) return refused(found)
  const attempts = found.attempts.map(toAttempt)
  return { status: 200, body: { delivery: toDelivery(found.delivery), attempts } }
}

export const replayDelivery: WriteHandler<'replayDelivery'> = async (input, context) => {
  const replayed = await replay.replayDelivery({ ...input.params, ...input.body }, context)
  return replayed.ok ? { status: 202, body: toDelivery(replayed.delivery) } : refused(replayed)
}

export const replayDeliveries: WriteHandler<'replayDeliveries'> = async ({ body }, context) => {
  const range = { ...body, from: toInstant(body.from), to: toInstant(body.to) }
  const replayed = await replay.replayDeliveries(range, context)
  if (!replayed.ok) return refused(replayed)
  const { count, expired } = replayed
  return { status: 202, body: { count, expired } }
}
