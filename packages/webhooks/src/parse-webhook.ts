import { constants } from '@partner-platform/types'
import type { Departure, Issue } from '@partner-platform/validators'
import { assertTimeLimits, checkTimestamp, type TimeLimits } from './check-timestamp.ts'
import { type ParseCode, refusal, type VerificationCode, webhookErrors } from './errors.ts'
import {
  eventHeader,
  type HeaderLines,
  type HeadersInput,
  headerLine,
  signatureHeader,
  toHeaderLines,
} from './headers.ts'
import type { HmacKey } from './mac.ts'
import {
  type Aliases,
  assertAliases,
  type EventNote,
  nameBy,
  parseEvent,
  type WebhookEvent,
} from './parse-event.ts'
import { parseJson } from './parse-json.ts'
import { assertOptions, keySource, type TrustOptions } from './secrets.ts'
import { checkSignature, type Verification } from './signature.ts'
import { toBytes, viewBytes } from './to-bytes.ts'

/**
 * What to know about an accepted event.
 * - `unknown-event`: its name is not in the contract, though its shape is.
 * - `tolerated`: the sender should not have sent it so; `departures` says what.
 * - `event-header-mismatch`: the unsigned header names another event, or none; the body decides.
 * - `unverified`: verification is off.
 */
export type WebhookNote = EventNote | 'event-header-mismatch' | 'unverified'

export type ParsedWebhook =
  | { ok: true; event: WebhookEvent; notes: WebhookNote[]; departures: readonly Departure[] }
  | {
      ok: false
      code: ParseCode
      issues: Issue[]
      /** The JSON value of the body, if there is one. */
      value?: unknown
    }

export type ParseWebhookOptions = TrustOptions &
  TimeLimits & {
    /** The raw body as received. */
    body: string | Uint8Array
    headers: HeadersInput
    /** The receiver's clock, Unix time in milliseconds. @default Date.now */
    now?: () => number
    aliases?: Aliases
  }

/**
 * The event of a delivery, verified and validated, or the code of the first check that failed: size,
 * signature grammar, signature, UTF-8, JSON, schema, time window. Never throws because of `body` or
 * `headers`; unreadable headers count as missing. Rejects with a `TypeError` only for unusable options
 * or `secrets`. Only signed bytes decide.
 * @see specs/decisions D-001 to D-006, D-024
 */
export async function parseWebhook(options: ParseWebhookOptions): Promise<ParsedWebhook> {
  assertOptions(options)
  assertAliases(options.aliases)
  assertTimeLimits(options)
  const headers = toHeaderLines(options.headers)
  const { body, now = Date.now, aliases = {} } = options
  const imported = keySource(options)()
  // Copied before the first await, so that the bytes parsed are the bytes verified.
  const isAsync = imported instanceof Promise
  const bytes = isAsync ? toBytes(body) : viewBytes(body)
  const keys = isAsync ? await imported : imported
  return parseDelivery({ bytes, headers, keys, nowMs: now(), aliases, limits: options })
}

type Delivery = {
  bytes: Uint8Array<ArrayBuffer> | undefined
  headers: HeaderLines
  keys: readonly HmacKey[] | 'off'
  nowMs: number
  aliases: Aliases
  limits: TimeLimits
}

/** `parseWebhook` with imported keys, for a receiver that imports them once. */
export function parseDelivery(delivery: Delivery): ParsedWebhook | Promise<ParsedWebhook> {
  const { bytes, headers, keys } = delivery
  const limit = constants.bodyLimitBytes
  if (bytes && bytes.length > limit) {
    return refusal('body-too-large', `Body is larger than ${limit} bytes.`)
  }
  if (keys === 'off') return parseBody(delivery)
  const verified = checkSignature(bytes, headerLine(headers, signatureHeader), keys)
  const conclude = (said: Verification) =>
    said.ok ? parseBody(delivery) : refuseUnverified(said.code)
  return verified instanceof Promise ? verified.then(conclude) : conclude(verified)
}

function parseBody({ bytes, headers, keys, nowMs, aliases, limits }: Delivery): ParsedWebhook {
  if (!bytes) return refuseUnverified('body-not-raw')
  const json = parseJson(bytes)
  if (!json.ok) return json
  const { value } = json
  const parsed = parseEvent(value, { isWhole: !json.dropped, aliases })
  if (!parsed.ok) return { ...parsed, value }
  const { event } = parsed
  const outOfTime = checkTimestamp(event.timestamp, nowMs, limits)
  if (outOfTime) return { ...outOfTime, value }
  const notes: WebhookNote[] = [...parsed.notes]
  const header = headerLine(headers, eventHeader)
  const named = typeof header === 'string' ? nameBy(aliases, header) : header
  if (named !== event.event) notes.push('event-header-mismatch')
  if (keys === 'off') notes.push('unverified')
  return { ok: true, event, notes, departures: parsed.departures }
}

const refuseUnverified = (code: VerificationCode) => refusal(code, webhookErrors[code].means)
