import { messages } from '@partner-platform/types'
import { type Departure, messageParsers } from '@partner-platform/validators'

type MessageId = keyof typeof messageParsers
type Parsed = ReturnType<(typeof messageParsers)[MessageId]['payload']['received']>

const ids = Object.keys(messages) as MessageId[]

/** A webhook event as readers see it. New statuses and event names are allowed. */
export type WebhookEvent = Extract<Parsed, { ok: true }>['value']

/** `tolerated`: readers accept it, but the sender should not send it. */
export type EventNote = 'unknown-event' | 'tolerated'

/**
 * Other names for events of the contract, such as
 * `{ 'submission.status.updated': 'submission.updated' }`: the service may send a similar one (6.1).
 */
export type Aliases = { readonly [name: string]: (typeof messages)[MessageId]['name'] }

/** Throws a `TypeError` unless every alias names an event of the contract. */
export function assertAliases(aliases: Aliases | undefined): void {
  if (aliases === undefined) return
  const names = Object.values(messages).map(({ name }) => name as unknown)
  const isPlain = aliases !== null && Object.prototype.toString.call(aliases) === '[object Object]'
  if (isPlain && Object.values(aliases).every((name) => names.includes(name))) return
  throw new TypeError(
    `aliases is unusable. Pass an object whose values are names of events: ${names.join(', ')}.`,
  )
}

/** The contract's name for an alias, else the name itself. */
export const nameBy = (aliases: Aliases, name: string): string =>
  Object.hasOwn(aliases, name) ? (aliases[name] as string) : name

/** Whether the last event was without departures. After one with departures, most have some. */
let isLastExact = true

/**
 * The event in a JSON value, by the name in its body. `isWhole` is false if reading the JSON dropped
 * something. @see specs/decisions D-024
 */
export function parseEvent(
  value: unknown,
  { isWhole, aliases }: { isWhole: boolean; aliases: Aliases },
) {
  const given = nameOf(value)
  const name = typeof given === 'string' ? nameBy(aliases, given) : given
  const known = ids.find((id) => messages[id].name === name)
  const candidates = known ? [known] : ids
  let issues: Extract<Parsed, { ok: false }>['issues'] = []
  for (const id of candidates) {
    const { sent, received } = messageParsers[id].payload
    // The reader returns an event that passes the strict check unchanged, and takes longer.
    const exact = isLastExact ? sent(value) : undefined
    const read = exact?.ok ? exact : received(value)
    if (read.ok) {
      isLastExact = read.departures.length === 0
      const departures = isWhole ? read.departures : [dropped, ...read.departures]
      const notes: EventNote[] = []
      if (!known) notes.push('unknown-event')
      if (departures.length > 0) notes.push('tolerated')
      const own = read.value as WebhookEvent
      const event = name === given ? own : { ...own, event: String(name) }
      return { ok: true as const, event, notes, departures }
    }
    issues = read.issues
  }
  const isForeign = known === undefined && typeof name === 'string'
  const code = isForeign ? 'unknown-event' : 'invalid-payload'
  return { ok: false as const, code, issues } as const
}

const dropped: Departure = {
  path: '',
  message: 'a member named __proto__ is not allowed, and was left out',
  keyword: 'propertyNames',
  note: 'tolerated',
}

function nameOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Partial<Record<keyof WebhookEvent, unknown>>).event
}
