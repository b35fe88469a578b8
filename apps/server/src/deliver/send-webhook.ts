import { messages } from '@partner-platform/types'
import { signPayload } from '@partner-platform/webhooks'
import type { Clock } from '../clock.ts'
import { headerName } from '../contract/header-name.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import type { TargetGuard } from './guard/create-target-guard.ts'
import { type Attempt, postWebhook } from './post-webhook.ts'

/** Attempts a delivery. The signal ends it early. Resolves whatever the endpoint does. */
export type SendWebhook = (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<Attempt>

/** Its method, content type and header names are those of every event. */
const message = messages.submissionUpdated
const eventHeader = headerName(message, 'PlatformEvent')
const signatureHeader = headerName(message, 'PlatformSignature')

/**
 * Sends exactly the stored bytes, with their signature.
 * @see specs/decisions/ D-001 and D-004
 */
export function createSendWebhook(options: { clock: Clock; guard: TargetGuard }): SendWebhook {
  return async ({ url, environment, eventName, body, secret }, signal) =>
    postWebhook({
      ...options,
      url: new URL(url),
      environment,
      method: message.method,
      headers: await toHeaders({ eventName, body, secret }),
      body,
      signal,
    })
}

async function toHeaders({
  eventName,
  body,
  secret,
}: Pick<ClaimedDelivery, 'eventName' | 'body' | 'secret'>): Promise<Record<string, string>> {
  const headers = { 'content-type': message.contentType, [eventHeader]: eventName }
  if (secret === null) return headers
  return { ...headers, [signatureHeader]: await signPayload({ body, secret }) }
}
