import type { Issue } from '@partner-platform/validators'
import type { WebhookEvent, WebhookNote } from '@partner-platform/webhooks'
import type { HttpMessage } from '../http-message/http-message.ts'

/** What a receiver found in a request. */
export type Findings = {
  /** The event, where there is one to act on, or one that came before. */
  event: WebhookEvent | null
  notes: readonly WebhookNote[]
  issues: readonly Issue[]
  /** Whether the service signed it. */
  isVerified: boolean
}

/** A request that was received, and what it was answered with. */
export type Arrival = Findings & {
  /** The first since the start is 1. */
  number: number
  receivedAtMs: number
  request: HttpMessage
  storageKey: string
  status: number
  outcome: string
  /** A key of `webhookErrors`: why it is no event to act on. */
  code: string | null
  /** The file that holds it. */
  recordedAs: string | null
  /** Why there is none. */
  recordError: NodeJS.ErrnoException | null
}
