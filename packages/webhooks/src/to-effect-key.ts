import type { WebhookEvent } from './parse-event.ts'
import { parseInstant } from './parse-instant.ts'

/**
 * One text per effect: events that agree in it must be handled once, even where their bytes, or
 * the spelling of a UUID or an instant, differ.
 * Every part of it but `environment`, which the receiver knows, is signed.
 * @see specs/decisions D-005
 */
export function toEffectKey(event: WebhookEvent, environment: string): string {
  const { uuid, status } = event.submission
  const atMs = parseInstant(event.timestamp)
  const at = atMs === undefined ? event.timestamp : new Date(atMs).toISOString()
  return JSON.stringify([environment, event.event, uuid.toLowerCase(), at, status])
}
