import { createHash } from 'node:crypto'
import type { Environment } from '@partner-platform/types'
import {
  type AcceptedDelivery,
  type QuarantinedDelivery,
  toEffectKey,
  type WebhookEvent,
} from '@partner-platform/webhooks'

/** An event on its way into the inbox. */
export type ArrivingEvent = {
  kind: 'event'
  event: WebhookEvent
  delivery: AcceptedDelivery
  /** SHA-256 of the effect key, in hexadecimal. */
  effectKey: string
}

/** A body on its way into quarantine. */
export type ArrivingBody = { kind: 'body'; delivery: QuarantinedDelivery }

export type Arriving = ArrivingEvent | ArrivingBody

/** An event with its effect key. @see specs/decisions D-005 */
export function toArrivingEvent(
  { event, delivery }: Pick<ArrivingEvent, 'event' | 'delivery'>,
  environment: Environment,
): ArrivingEvent {
  const effectKey = createHash('sha256').update(toEffectKey(event, environment)).digest('hex')
  return { kind: 'event', event, delivery, effectKey }
}
