import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'
import type { InboxView } from './inbox-view.ts'

/**
 * Where deliveries are kept before they are acknowledged. A method resolves once what it was given is
 * committed; what it rejects with makes the answer 503, so that the service delivers again.
 */
export type Inbox = {
  /** Keeps an event once, by its bytes and by its effect, and puts it in the queue of its handler. */
  add(event: WebhookEvent, delivery: AcceptedDelivery): Promise<'accepted' | 'duplicate'>
  /** Quarantines a body, within bounds. Rejects if the body is verified and there is no room. */
  quarantine(delivery: QuarantinedDelivery): Promise<void>
  /** The same for people to look at. */
  view: InboxView
  /** Stops hearing of changes, and finishes what it does in the background. The database stays open. */
  close(): Promise<void>
}
