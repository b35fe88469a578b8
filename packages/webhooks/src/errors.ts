import { constants } from '@partner-platform/types'
import type { Issue } from '@partner-platform/validators'

/** What a receiver does with a delivery. `receiverAnswers` in the contract gives the status of each. */
export type Outcome = keyof typeof constants.receiverAnswers

type ErrorRow = { outcome: Outcome; means: string; next: string }
type ErrorTable = { readonly [code: string]: ErrorRow }

const verification = {
  'missing-signature': {
    outcome: 'unverified',
    means: 'There is no signature header.',
    next: 'Enable signature verification for the integration, or check that no proxy drops headers.',
  },
  'malformed-signature': {
    outcome: 'unverified',
    means: 'The header is not exactly one line of `sha256=` and 64 hexadecimal digits.',
    next: 'Pass the header as it came, and look for a proxy that repeats or rewrites it.',
  },
  'signature-mismatch': {
    outcome: 'unverified',
    means: 'No secret of the list signed these bytes.',
    next: 'Are you passing the raw body? If so, compare the secret with that of this environment.',
  },
  'body-not-raw': {
    outcome: 'unverified',
    means: 'The body is neither bytes nor well-formed text.',
    next: 'Pass the raw body, not what a body parser made of it.',
  },
} as const satisfies ErrorTable

const parsing = {
  'body-too-large': {
    outcome: 'tooLarge',
    means: 'The body is larger than `bodyLimitBytes` of the contract.',
    next: 'Nothing: no delivery of the service is that large.',
  },
  ...verification,
  'invalid-utf8': {
    outcome: 'quarantined',
    means: 'The bytes are not UTF-8.',
    next: 'Report the stored bytes to the service.',
  },
  'invalid-json': {
    outcome: 'quarantined',
    means: 'The text is not one JSON value.',
    next: 'Report the stored bytes to the service.',
  },
  'duplicate-key': {
    outcome: 'quarantined',
    means: 'An object has the same key twice, so two readers may see two events.',
    next: 'Report the stored bytes to the service.',
  },
  'too-deep': {
    outcome: 'quarantined',
    means: 'The nesting is deeper than `jsonDepthLimit` of the contract.',
    next: 'Report the stored bytes to the service.',
  },
  'unknown-event': {
    outcome: 'quarantined',
    means: 'The event is not in the contract, and its body has no known shape.',
    next: 'Upgrade this package if you want the event.',
  },
  'invalid-payload': {
    outcome: 'quarantined',
    means: 'The body breaks the schema of its event, as readers must see it.',
    next: 'Read `issues`; upgrade this package or report the stored bytes to the service.',
  },
  'timestamp-in-future': {
    outcome: 'quarantined',
    means: '`timestamp` is further ahead than `timestampFutureLimitSeconds` of the contract.',
    next: 'Check the clock of the receiver.',
  },
  'timestamp-too-old': {
    outcome: 'quarantined',
    means: '`timestamp` is older than `timestampAgeLimitSeconds` of the contract: a replay.',
    next: 'Ask the service whether it replayed the event before you process it.',
  },
} as const satisfies ErrorTable

/** Every code of this package: the outcome at a receiver, what it means, what to do. */
export const webhookErrors = {
  ...parsing,
  'wrong-method': {
    outcome: 'wrongMethod',
    means: 'The request is not a POST.',
    next: 'Register the callback URL for deliveries only.',
  },
  'wrong-content-type': {
    outcome: 'wrongContentType',
    means: 'The content type is missing, given twice, or not `application/json`.',
    next: 'Look for a proxy that rewrites headers.',
  },
  'body-unreadable': {
    outcome: 'storageFailed',
    means: 'The body broke off, or something read it before the handler.',
    next: 'Mount the handler before any body parser.',
  },
  'secrets-unavailable': {
    outcome: 'storageFailed',
    means: 'The function behind `secrets` failed or gave no usable list.',
    next: 'Read the error that `onError` receives.',
  },
  'storage-failed': {
    outcome: 'storageFailed',
    means: '`onEvent` or `onQuarantine` failed, so the delivery is not stored.',
    next: 'Read the error that `onError` receives; the service delivers again.',
  },
} as const satisfies ErrorTable

/** Why `verifySignature` refuses. */
export type VerificationCode = keyof typeof verification
/** Why `parseWebhook` refuses. */
export type ParseCode = keyof typeof parsing
/** Why a receiver answers other than accepted. */
export type WebhookCode = keyof typeof webhookErrors

/** The HTTP status of an outcome. @see specs/asyncapi.yaml `receiverAnswers` */
export function statusOf(outcome: Outcome): number {
  return constants.receiverAnswers[outcome]
}

// The limit of schema issues too: keys of a body may be that long.
const pathLimit = 1000

/** A refusal with one issue, shaped like a schema issue. `detail` contains kinds and lengths, no data. */
export function refusal<C extends ParseCode>(code: C, detail: string, path = '') {
  const message = `${detail} ${webhookErrors[code].next}`
  return {
    ok: false as const,
    code,
    issues: [{ path: path.slice(0, pathLimit), message, keyword: code }] as Issue[],
  }
}
