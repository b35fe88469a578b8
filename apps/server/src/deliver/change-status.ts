import { randomUUID } from 'node:crypto'
import {
  type Agent,
  constants,
  messages,
  type Submission,
  type SubmissionStatus,
  type SubmissionUpdated,
  type SubmissionVisaGranted,
} from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import { signPayload } from '@partner-platform/webhooks'
import type { Clock } from '../clock.ts'
import { headerName } from '../contract/header-name.ts'
import type { Logger } from '../log.ts'
import type { CheckedEndpoint } from './callback-endpoint.ts'
import type { Delivery, DeliveryLog } from './delivery-log.ts'
import { postWebhook } from './post-webhook.ts'

const message = messages.submissionUpdated
const eventName = headerName(message, 'PlatformEvent')
const signatureName = headerName(message, 'PlatformSignature')

/** What only a granted visa has. */
export type Grant = Pick<SubmissionVisaGranted, 'feedbackDocsUrl' | 'remarks' | 'visaExpiryDate'>

/** A submission that moves to a status. */
export type StatusChange = {
  agent: Agent
  submission: Omit<Submission, 'status' | keyof Grant>
  status: SubmissionStatus
  /** Needed for, and only allowed with, the status of a granted visa. */
  grant?: Grant
}

export type ChangeResult =
  | { ok: true; event: SubmissionUpdated; delivery: Delivery | null }
  | { ok: false; code: 'invalid-event' | 'event-too-large'; issues: EventIssue[] }

type EventIssue = { path: string; message: string; keyword: string }

export type ChangeStatusOptions = {
  /** Where to send, `null` when the partner registered nothing. */
  callback: CheckedEndpoint | null
  clock: Clock
  deliveries: DeliveryLog
  logger: Logger
}

/**
 * Tells the partner that a submission moved to a status. Nothing is sent unless the event passes the
 * strict validator. It is serialised once, signed with the newest secret, and tried once.
 * @see specs/decisions/ D-001, D-004 and D-010
 */
export async function changeStatus(
  change: StatusChange,
  options: ChangeStatusOptions,
): Promise<ChangeResult> {
  const timestamp = new Date(options.clock.wallMs()).toISOString()
  const checked = messageParsers.submissionUpdated.payload.sent(toEvent(change, timestamp))
  if (!checked.ok) return { ok: false, code: 'invalid-event', issues: checked.issues }
  const body = Buffer.from(JSON.stringify(checked.value))
  if (body.length > constants.bodyLimitBytes) {
    const message = `expected at most ${constants.bodyLimitBytes} bytes, received ${body.length}`
    return {
      ok: false,
      code: 'event-too-large',
      issues: [{ path: '', message, keyword: 'bodyLimitBytes' }],
    }
  }
  const delivery = await deliver(body, options)
  return { ok: true, event: checked.value, delivery }
}

const toEvent = ({ agent, submission, status, grant }: StatusChange, timestamp: string) => ({
  event: message.name,
  timestamp,
  agent,
  submission: { ...submission, status, ...grant },
})

async function deliver(body: Buffer, options: ChangeStatusOptions): Promise<Delivery | null> {
  const { callback, clock, deliveries, logger } = options
  if (!callback) return null
  const attempt = await postWebhook({
    url: callback.url,
    method: message.method,
    headers: await toHeaders(body, callback.secret),
    body,
    monotonicMs: clock.monotonicMs,
    attemptTimeoutMs: callback.attemptTimeoutMs,
  })
  const delivery: Delivery = { id: randomUUID(), body, attempts: [attempt] }
  await deliveries.add(delivery)
  logger({ event: 'delivery', deliveryId: delivery.id, attempt: 1, ...attempt })
  return delivery
}

async function toHeaders(body: Buffer, secret: string | null): Promise<Record<string, string>> {
  const headers = { 'content-type': message.contentType, [eventName]: message.name }
  if (secret === null) return headers
  return { ...headers, [signatureName]: await signPayload({ body, secret }) }
}
