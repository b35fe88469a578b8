import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'

/** An event that was verified, validated and kept. */
export type InboxEntry = {
  event: WebhookEvent
  /** SHA-256 of the body, in hexadecimal. */
  storageKey: string
  /** Unix time in milliseconds. */
  receivedAtMs: number
  notes: AcceptedDelivery['notes']
  /** A newer event of the same submission came before this one: acting on it would go back in time. */
  superseded: boolean
}

/** A delivery that was kept without being acted on. */
export type QuarantineEntry = QuarantinedDelivery

/**
 * Where deliveries are kept before they are acknowledged. What a method throws, or rejects with, makes
 * the answer 503, so that the service delivers again.
 */
export type Inbox = {
  /** Keeps an event once, by its bytes and by its effect. */
  add(
    event: WebhookEvent,
    delivery: AcceptedDelivery,
  ): 'accepted' | 'duplicate' | Promise<'accepted' | 'duplicate'>
  quarantine(delivery: QuarantinedDelivery): void | Promise<void>
  /** Oldest first. */
  events(): readonly InboxEntry[] | Promise<readonly InboxEntry[]>
  /** Oldest first. */
  quarantined(): readonly QuarantineEntry[] | Promise<readonly QuarantineEntry[]>
}
