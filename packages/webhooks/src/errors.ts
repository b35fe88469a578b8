import { constants } from '@partner-platform/types'
import type { Issue } from '@partner-platform/validators'

/** What a receiver does with a delivery. `receiverAnswers` in the contract gives the status of each. */
export type Outcome = keyof typeof constants.receiverAnswers

const row = <O extends Outcome>(outcome: O, means: string, next: string) => ({
  outcome,
  means,
  next,
})
const quarantined = (means: string, next = 'Report the stored bytes to the service.') =>
  row('quarantined', means, next)

const verification = {
  'missing-signature': row(
    'unverified',
    'There is no signature header.',
    'Enable signature verification for the integration, or check that no proxy drops headers.',
  ),
  'malformed-signature': row(
    'unverified',
    'The signature header is not exactly one line with `sha256=` and 64 hexadecimal digits.',
    'Pass the header as received, and look for a proxy that repeats or rewrites it.',
  ),
  'signature-mismatch': row(
    'unverified',
    'None of the secrets signed these bytes.',
    'Are you passing the raw body? If so, compare the secret with that of this environment.',
  ),
  'body-not-raw': row(
    'unverified',
    'The body is neither bytes nor well-formed text.',
    'Pass the raw body, not what a body parser made of it.',
  ),
}

const parsing = {
  'body-too-large': row(
    'tooLarge',
    'The body is larger than `bodyLimitBytes` in the contract.',
    'Find out who sent it. If it was the service, tell the maintainers of this package: they chose the limit.',
  ),
  ...verification,
  'invalid-utf8': quarantined('The bytes are not UTF-8.'),
  'invalid-json': quarantined('The text is not a single JSON value.'),
  'duplicate-key': quarantined(
    'An object has the same key twice, so two readers may see two events.',
  ),
  'too-deep': quarantined('The JSON is nested more deeply than `jsonDepthLimit` in the contract.'),
  'unknown-event': quarantined(
    'The event is not in the contract, and its body has no known shape.',
    'If you want the event, upgrade this package.',
  ),
  'invalid-payload': quarantined(
    'The body does not fit the schema that readers use for its event.',
    'Read `issues`; upgrade this package or report the stored bytes to the service.',
  ),
  'timestamp-in-future': quarantined(
    '`timestamp` is further ahead than `timestampFutureLimitSeconds` in the contract.',
    'Check the clock of the receiver.',
  ),
  'timestamp-too-old': quarantined(
    '`timestamp` is older than `timestampAgeLimitSeconds` in the contract.',
    'Before you process the event, ask the service whether it is a replay.',
  ),
}

/** Every code of this package: the outcome at a receiver, what it means, what to do. */
export const webhookErrors = {
  ...parsing,
  'wrong-method': row(
    'wrongMethod',
    'The request is not a POST.',
    'Register the callback URL for deliveries only.',
  ),
  'wrong-content-type': row(
    'wrongContentType',
    'The content type is missing, given twice, or not `application/json`.',
    'Look for a proxy that rewrites headers.',
  ),
  'body-unreadable': row(
    'storageFailed',
    'The body was cut off, or something read it before the handler.',
    'Check the connection, and mount the handler before any body parser.',
  ),
  'secrets-unavailable': row(
    'storageFailed',
    'The function behind `secrets` failed or returned no usable list.',
    'Read the error that `onError` receives.',
  ),
  'storage-failed': row(
    'storageFailed',
    '`onEvent` or `onQuarantine` failed, so the delivery is not stored.',
    'Read the error that `onError` receives; the service will send the delivery again.',
  ),
}

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
