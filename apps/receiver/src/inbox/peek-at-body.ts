import type { WebhookEvent } from '@partner-platform/webhooks'
import { toPlainText } from './plain-text.ts'

/** Characters that are kept of one member. */
const mostCharacters = 200

/**
 * What a body that is no event to act on says of itself, for people to find it by; `null` for each
 * member that cannot be read. None of it is to be trusted.
 */
export function peekAtBody(body: Uint8Array) {
  const event = toObject<WebhookEvent>(tryParse(body))
  const submission = toObject<WebhookEvent['submission']>(event.submission)
  return {
    name: toShortText(event.event),
    submissionUuid: toShortText(submission.uuid),
    status: toShortText(submission.status),
    occurredAt: toShortText(event.timestamp),
  }
}

type Unknown<T> = { [Name in keyof T]?: unknown }

const toObject = <T>(value: unknown): Unknown<T> =>
  typeof value === 'object' && value !== null ? (value as Unknown<T>) : {}

const toShortText = (value: unknown) =>
  typeof value === 'string' ? toPlainText(value.slice(0, mostCharacters)) : null

function tryParse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
