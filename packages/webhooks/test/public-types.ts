// Compiled by `pnpm typecheck`, never run: each line that must not compile says so.

import type { IncomingHttpHeaders } from 'node:http'
import type { SubmissionUpdated } from '@partner-platform/types'
import { isVisaGranted } from '@partner-platform/validators'
import {
  createWebhookHandler,
  parseWebhook,
  type ReceiverOptions,
  verifySignature,
  type WebhookEvent,
  type WebhookNote,
} from '../src/index.ts'

declare const event: WebhookEvent
declare const sent: SubmissionUpdated
declare const headers: IncomingHttpHeaders
const body = new Uint8Array()
const secrets: readonly string[] = []

export const received: WebhookEvent = sent
export const unknownStatus: WebhookEvent['submission']['status'] = 'ARCHIVED'
export const unknownName: WebhookEvent['event'] = 'submission.archived'

// @ts-expect-error: outside the guard the expiry may be missing.
export const maybe: string = event.submission.visaExpiryDate
if (isVisaGranted(event.submission)) {
  const expiry: string = event.submission.visaExpiryDate
  const urls: string[] = event.submission.feedbackDocsUrl
  void [expiry, urls]
}

export async function results(): Promise<void> {
  const parsed = await parseWebhook({ body, headers, secrets })
  // @ts-expect-error: there is an event only where parsing succeeded.
  void parsed.event
  if (parsed.ok) void (parsed.notes satisfies WebhookNote[])
  else void (parsed.issues[0]?.path satisfies string | undefined)

  const verified = await verifySignature({ body, signature: headers['x-signature'], secrets })
  if (!verified.ok) {
    // @ts-expect-error: no such code.
    void (verified.code === 'expired')
  }
  await parseWebhook({ body, headers: new Headers(), verification: 'off' })
  await parseWebhook({ body, headers: [['a', 'b']], secrets, now: () => 0 })
  // @ts-expect-error: secrets are required while verification is on.
  await parseWebhook({ body, headers })
  // @ts-expect-error: a parsed body is no raw body.
  await parseWebhook({ body: { event: 'submission.updated' }, headers, secrets })
}

const stores = { onEvent: () => {}, onQuarantine: async () => 1 }
export const fixed: ReceiverOptions = { ...stores, secrets }
export const rotating: ReceiverOptions = { ...stores, secrets: async () => secrets }
export const maybeOff: ReceiverOptions = {
  ...stores,
  secrets,
  verification: secrets.length > 0 ? undefined : 'off',
}
// @ts-expect-error: what is quarantined must go somewhere.
createWebhookHandler({ secrets, onEvent: () => {} })
// @ts-expect-error: no such policy.
createWebhookHandler({ ...stores, secrets, policy: 'accept' })
