import type { Departure, Issue } from '@partner-platform/validators'
import { assertOptions } from './assert-options.ts'
import { assertSecrets } from './assert-secrets.ts'
import type { WebhookCode } from './errors.ts'
import type { Aliases, WebhookEvent } from './parse-event.ts'
import type { WebhookNote } from './parse-webhook.ts'
import type { SecretsSource, TrustOptions } from './trust-options.ts'

type Kept = {
  /** The exact bytes that came, at most `bodyLimitBytes` of the contract. */
  body: Uint8Array<ArrayBuffer>
  /** `toStorageKey(body)`. */
  storageKey: string
  /** By the receiver's clock, Unix time in milliseconds. */
  receivedAtMs: number
  /**
   * Every header line as it came, names in lower case, for people to look at: none of it is signed,
   * so none of it may decide anything.
   */
  headers: readonly (readonly [name: string, value: string])[]
}

export type AcceptedDelivery = Kept & {
  notes: WebhookNote[]
  /** What the sender should not have sent so; empty for most. */
  departures: readonly Departure[]
}
export type QuarantinedDelivery = Kept & {
  code: WebhookCode
  issues: Issue[]
  /** The JSON value of the body, where there is one; nothing of it is checked. */
  value?: unknown
  /** Whether the service signed the body. False: anyone may have sent it. */
  verified: boolean
}

export type ReceiverOptions = TrustOptions<SecretsSource> & {
  /**
   * Stores an event before it is acknowledged; do the work afterwards. The answer waits for it. What
   * it throws becomes 503, and the service delivers again. May return `'duplicate'`.
   */
  onEvent: (event: WebhookEvent, delivery: AcceptedDelivery) => unknown
  /** Stores a delivery that is no event to act on, bounded by you. What it throws becomes 503. */
  onQuarantine: (delivery: QuarantinedDelivery) => unknown
  /**
   * What a failed verification is answered with; `onQuarantine` gets the delivery either way:
   * `'reject'` 401, `'quarantine'` 202. @default 'reject' @see specs/decisions D-007
   */
  policy?: 'reject' | 'quarantine'
  /** `Retry-After` of a 503, in whole seconds. @default the first delay of the contract's retries */
  retryAfterSeconds?: number
  /** Sees every error behind a 503. @default names code and kind of error on the console */
  onError?: (error: unknown, code: WebhookCode) => void
  /** Unix time in milliseconds. @default Date.now */
  now?: () => number
  /** Other names that the service may use for events of the contract. @default none */
  aliases?: Aliases
}

/** Throws a `TypeError` that names the option for options that can never work. */
export function assertReceiverOptions(options: ReceiverOptions): void {
  assertOptions(options)
  if (options.verification !== 'off') {
    if (typeof options.secrets !== 'function') assertSecrets(options.secrets)
    expectOption(
      'verification',
      options.verification,
      ["'off'"],
      options.verification === undefined,
    )
  }
  for (const name of ['onEvent', 'onQuarantine'] as const) {
    expectOption(name, options[name], ['a function'], typeof options[name] === 'function')
  }
  for (const name of ['onError', 'now'] as const) {
    const isUsable = options[name] === undefined || typeof options[name] === 'function'
    expectOption(name, options[name], ['a function'], isUsable)
  }
  const { policy = 'reject', retryAfterSeconds = 0 } = options
  const isPolicy = policy === 'reject' || policy === 'quarantine'
  expectOption('policy', policy, ["'reject'", "'quarantine'"], isPolicy)
  const isDelay = Number.isSafeInteger(retryAfterSeconds) && retryAfterSeconds >= 0
  expectOption('retryAfterSeconds', retryAfterSeconds, ['whole seconds, 0 or more'], isDelay)
}

function expectOption(name: string, value: unknown, expected: string[], isUsable: boolean): void {
  if (isUsable) return
  throw new TypeError(
    `${name} is unusable: expected ${expected.join(' or ')}, received ${value === null ? 'null' : typeof value}. Correct the option.`,
  )
}
