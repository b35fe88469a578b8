import type { Departure, Issue } from '@partner-platform/validators'
import { assertTimeLimits, type TimeLimits } from './check-timestamp.ts'
import type { WebhookCode } from './errors.ts'
import { type Aliases, assertAliases, type WebhookEvent } from './parse-event.ts'
import type { WebhookNote } from './parse-webhook.ts'
import {
  assertOptions,
  assertSecrets,
  kindOf,
  type SecretsSource,
  type TrustOptions,
} from './secrets.ts'

type Kept = {
  /** The exact bytes received, at most `bodyLimitBytes` of the contract. */
  body: Uint8Array<ArrayBuffer>
  /** `toStorageKey(body)`. */
  storageKey: string
  /** By the receiver's clock, Unix time in milliseconds. */
  receivedAtMs: number
  /**
   * Every header line as received, with names in lower case, for display. No line is signed, so never
   * base a decision on it.
   */
  headers: readonly (readonly [name: string, value: string])[]
}

export type AcceptedDelivery = Kept & {
  notes: WebhookNote[]
  /** What the sender should not have sent; usually empty. */
  departures: readonly Departure[]
}
export type QuarantinedDelivery = Kept & {
  code: WebhookCode
  issues: Issue[]
  /** The JSON value of the body, if there is one, unchecked. */
  value?: unknown
  /** Whether the service signed the body. If false, anyone may have sent it. */
  verified: boolean
}

export type ReceiverOptions = TrustOptions<SecretsSource> &
  TimeLimits & {
    /**
     * Stores an event before it is acknowledged; do the work afterwards. The answer waits for it. If it
     * throws, the answer is 503 and the service delivers again. May return `'duplicate'`.
     */
    onEvent: (event: WebhookEvent, delivery: AcceptedDelivery) => unknown
    /** Stores a delivery that must not be acted on; you set the bound. If it throws, the answer is 503. */
    onQuarantine: (delivery: QuarantinedDelivery) => unknown
    /**
     * The answer to a failed verification: `'reject'` 401, `'quarantine'` 202. `onQuarantine` gets the
     * delivery either way. @default 'reject' @see specs/decisions D-007
     */
    policy?: 'reject' | 'quarantine'
    /** `Retry-After` of a 503, in whole seconds. @default the first delay of the contract's retries */
    retryAfterSeconds?: number
    /** Gets every error behind a 503. @default logs the code and the kind of error */
    onError?: (error: unknown, code: WebhookCode) => void
    /** Unix time in milliseconds. @default Date.now */
    now?: () => number
    /** Other names that the service may use for events of the contract. @default none */
    aliases?: Aliases
  }

/** Throws a `TypeError` that names the first option that can never work. */
export function assertReceiverOptions(options: ReceiverOptions): void {
  assertOptions(options)
  assertAliases(options.aliases)
  assertTimeLimits(options)
  if (options.verification !== 'off') {
    if (typeof options.secrets !== 'function') assertSecrets(options.secrets)
    expectOption('verification', options.verification, "'off'", options.verification === undefined)
  }
  for (const name of ['onEvent', 'onQuarantine'] as const) {
    expectOption(name, options[name], 'a function', typeof options[name] === 'function')
  }
  for (const name of ['onError', 'now'] as const) {
    const isUsable = options[name] === undefined || typeof options[name] === 'function'
    expectOption(name, options[name], 'a function', isUsable)
  }
  const { policy = 'reject', retryAfterSeconds = 0 } = options
  const isPolicy = policy === 'reject' || policy === 'quarantine'
  expectOption('policy', policy, "'reject' or 'quarantine'", isPolicy)
  const isDelay = Number.isSafeInteger(retryAfterSeconds) && retryAfterSeconds >= 0
  expectOption('retryAfterSeconds', retryAfterSeconds, 'whole seconds, 0 or more', isDelay)
}

function expectOption(name: string, value: unknown, expected: string, isUsable: boolean): void {
  if (isUsable) return
  throw new TypeError(`${name} is unusable. Pass ${expected}, not ${kindOf(value)}.`)
}
