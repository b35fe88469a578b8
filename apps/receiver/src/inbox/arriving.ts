import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
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
