import { messages } from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'

type MessageId = keyof typeof messageParsers
type Parsed = ReturnType<(typeof messageParsers)[MessageId]['payload']['received']>

/** A webhook event as readers see it: statuses and event names that are not known yet pass. */
export type WebhookEvent = Extract<Parsed, { ok: true }>['value']

/** `tolerated`: readers accept it, though the contract forbids it to the sender. */
export type EventNote = 'unknown-event' | 'tolerated'

/**
 * The event that a JSON value is, by the name in its body. `isWhole` is false where reading the JSON
 * dropped something. @see specs/decisions D-024
 */
export function parseEvent(value: unknown, { isWhole }: { isWhole: boolean }) {
  const name = nameOf(value)
  const ids = Object.keys(messages) as MessageId[]
  const known = ids.find((id) => messages[id].name === name)
  const candidates = known ? [known] : ids
  let issues: Extract<Parsed, { ok: false }>['issues'] = []
  for (const id of candidates) {
    const received = messageParsers[id].payload.received(value)
    if (received.ok) {
      const isAsSent = isWhole && messageParsers[id].payload.sent(value).ok
      const notes: EventNote[] = [
        ...(known ? [] : (['unknown-event'] as const)),
        ...(isAsSent ? [] : (['tolerated'] as const)),
      ]
      return { ok: true as const, event: received.value as WebhookEvent, notes }
    }
    issues = received.issues
  }
  const isForeign = known === undefined && typeof name === 'string'
  const code = isForeign ? 'unknown-event' : 'invalid-payload'
  return { ok: false as const, code, issues } as const
}

function nameOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Partial<Record<keyof WebhookEvent, unknown>>).event
}
