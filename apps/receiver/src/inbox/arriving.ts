import { createHash } from 'node:crypto'
import { constants, type Environment, messages } from '@partner-platform/types'
import {
  type AcceptedDelivery,
  type QuarantinedDelivery,
  toComparableId,
  toEffectKey,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { toPlainText } from '../store/record-set.ts'

/** The limits of an inbox. */
export const inboxBounds = {
  /** Maximum unverified bodies in quarantine: the oldest makes room for the newest. @see specs/decisions D-007 */
  quarantineRows: constants.quarantineLimitRows as number,
  /** Maximum bytes of unverified bodies in quarantine. @see specs/decisions D-007 */
  quarantineBytes: constants.quarantineLimitBytes as number,
  /** Maximum verified bodies in quarantine: further ones are refused. @see specs/decisions D-008 */
  verifiedRows: constants.verifiedQuarantineLimitRows as number,
  /** Maximum bytes of verified bodies in quarantine. @see specs/decisions D-008 */
  verifiedBytes: constants.verifiedQuarantineLimitBytes as number,
  /** Arrivals of events in the list. Older ones stay only while their event is waiting or has failed. */
  arrivals: 20_000,
  /** Bytes of header lines stored per arrival. Further lines are dropped. */
  headerBytes: 4_096,
}

export type InboxBounds = typeof inboxBounds

/** An event on its way into the inbox. */
export type ArrivingEvent = {
  kind: 'event'
  event: WebhookEvent
  delivery: AcceptedDelivery
  /** SHA-256 of the effect key, in hexadecimal. */
  effectKey: string
}

/** A body on its way into quarantine. */
export type ArrivingBody = { kind: 'body'; delivery: QuarantinedDelivery }

export type Arriving = ArrivingEvent | ArrivingBody

/** An event with its effect key. @see specs/decisions D-005 */
export function toArrivingEvent(
  { event, delivery }: Pick<ArrivingEvent, 'event' | 'delivery'>,
  environment: Environment,
): ArrivingEvent {
  const effectKey = createHash('sha256').update(toEffectKey(event, environment)).digest('hex')
  return { kind: 'event', event, delivery, effectKey }
}

const names = new Set<string>(Object.values(messages).map(({ name }) => name))

/** Whether events of this name have a handler. Other events are stored too. @see specs/decisions D-024 */
export const isHandled = ({ event }: WebhookEvent) => names.has(event)

/** Longer text may be too long for an index. */
const mostCharacters = 64

/**
 * The key of a submission's events: its UUID in lower case, or another identifier as it is. Its SHA-256 if it
 * is empty, too long or not storable in Postgres.
 */
export function toSubmissionKey(uuid: string): string {
  const text = toComparableId(uuid)
  if (text !== '' && text.length <= mostCharacters && toPlainText(text) === text) return text
  return createHash('sha256').update(text).digest('hex')
}
