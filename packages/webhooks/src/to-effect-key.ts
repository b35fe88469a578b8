import type { WebhookEvent } from './parse-event.ts'

/**
 * One text per effect: events that agree in it must be handled once, even where their bytes differ.
 * Every part of it but `environment`, which the receiver knows, is signed.
 * @see specs/decisions D-005
 */
export function toEffectKey(event: WebhookEvent, environment: string): string {
  const { uuid, status } = event.submission
  return JSON.stringify([environment, event.event, uuid, event.timestamp, status])
}
