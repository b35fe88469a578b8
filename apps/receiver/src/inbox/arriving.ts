import { createHash } from 'node:crypto'
import { constants, type Environment, messages } from '@partner-platform/types'
import {
  type AcceptedDelivery,
  type QuarantinedDelivery,
  toEffectKey,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { toPlainText } from '../store/record-set.ts'

/** How much an inbox keeps. */
export const inboxBounds = {
  /** Most unverified bodies in quarantine: the oldest makes room for more. @see specs/decisions D-007 */
  quarantineRows: constants.quarantineLimitRows as number,
  /** Most bytes of unverified bodies in quarantine. @see specs/decisions D-007 */
  quarantineBytes: constants.quarantineLimitBytes as number,
  /** Most verified bodies in quarantine: another one is refused. @see specs/decisions D-008 */
  verifiedRows: constants.verifiedQuarantineLimitRows as number,
  /** Most bytes of verified bodies in quarantine. @see specs/decisions D-008 */
  verifiedBytes: constants.verifiedQuarantineLimitBytes as number,
  /** Arrivals of events that are listed; older ones stay only while their event waits or has failed. */
  arrivals: 20_000,
  /** Bytes of header lines that are kept of an arrival; further lines are left out. */
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

/** Whether events of its name have a handler. Others are kept all the same. @see specs/decisions D-024 */
export const isHandled = ({ event }: WebhookEvent) => names.has(event)

/** Longer text may be too long for an index. */
const mostCharacters = 64

/**
 * The text under which events of one submission are kept: its UUID in small letters, or the SHA-256 of
 * that where it is empty, too long to be one or holds what no Postgres can hold.
 */
export function toSubmissionKey(uuid: string): string {
  const text = uuid.toLowerCase()
  if (text !== '' && text.length <= mostCharacters && toPlainText(text) === text) return text
  return createHash('sha256').update(text).digest('hex')
}
