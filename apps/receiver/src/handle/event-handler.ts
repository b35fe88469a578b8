import type { Departure } from '@partner-platform/validators'
import type { WebhookEvent } from '@partner-platform/webhooks'

export type HandlerContext = {
  /** Which try this is, from 1, without interrupted tries. An event may be handled again after a success. */
  tries: number
  /** A newer event of the submission is stored: acting on this one may go back in time. */
  superseded: boolean
  /** SHA-256 of the body, in hexadecimal, the same at every try: use it as an idempotency key. */
  storageKey: string
  /** What the sender should not have sent. Empty if it sent what the contract says. */
  departures: readonly Departure[]
  /** Aborts at the time limit of this try, or when the app stops and cannot wait any longer. */
  signal: AbortSignal
}

/** Handles one event. If it throws or rejects, the try fails. */
export type EventHandler = (event: WebhookEvent, context: HandlerContext) => unknown

export type HandlingOptions = {
  /** Events that this process handles at once, one per submission. @default 8 */
  slots?: number
  /** How long one try may take. At most half of the lease of the store. @default 30_000 */
  timeoutMs?: number
  /** Delay after each failed try, or death of the process with this event alone; then it is set aside. */
  retryDelaysMs?: readonly number[]
  /** How often to look for events that no notification announced. @default 500 */
  pollMs?: number
}

/** Tries are one more than the delays between them. */
export const handlingDefaults = {
  slots: 8,
  timeoutMs: 30_000,
  retryDelaysMs: [1_000, 10_000, 60_000, 300_000],
  pollMs: 500,
} as const satisfies HandlingOptions

/** The longest timer of Node, in milliseconds. */
const mostMs = 2 ** 31 - 1

/** Throws a `TypeError` that names an option that can never work. */
export function assertHandling(options: HandlingOptions = {}): void {
  const { slots = 1, timeoutMs = 1, pollMs = 1, retryDelaysMs = [] } = options
  const ranges: [name: string, value: number, least: number, most: number][] = [
    ['slots', slots, 1, 1_000],
    ['timeoutMs', timeoutMs, 1, mostMs],
    ['pollMs', pollMs, 1, mostMs],
  ]
  for (const [index, delayMs] of retryDelaysMs.entries())
    ranges.push([`retryDelaysMs[${index}]`, delayMs, 0, mostMs])
  for (const [name, value, least, most] of ranges) {
    if (Number.isSafeInteger(value) && value >= least && value <= most) continue
    throw new TypeError(`handling.${name} must be a whole number from ${least} to ${most}.`)
  }
}
