import { messages } from '@partner-platform/types'
import { signPayload } from '@partner-platform/webhooks'
import type { Clock } from '../clock.ts'
import { headerName } from '../contract/header-name.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import type { TargetGuard } from './guard/create-target-guard.ts'
import { type Attempt, postWebhook } from './post-webhook.ts'

/** One attempt at a delivery, ended early by the signal. Whatever the endpoint does, it resolves. */
export type SendWebhook = (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<Attempt>

const message = messages.submissionUpdated
const eventName = headerName(message, 'PlatformEvent')
const signatureName = headerName(message, 'PlatformSignature')

/**
 * Sends the stored bytes, signed with the newest secret over exactly them.
 * @see specs/decisions/ D-001 and D-004
 */
export function createSendWebhook(options: { clock: Clock; guard: TargetGuard }): SendWebhook {
  return async ({ url, environment, body, secret }, signal) =>
    postWebhook({
      ...options,
      url: new URL(url),
      environment,
      method: message.method,
      headers: await toHeaders(body, secret),
      body,
      signal,
    })
}

async function toHeaders(body: Uint8Array, secret: string | null): Promise<Record<string, string>> {
  const headers = { 'content-type': message.contentType, [eventName]: message.name }
  if (secret === null) return headers
  return { ...headers, [signatureName]: await signPayload({ body, secret }) }
}
