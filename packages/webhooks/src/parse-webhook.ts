import { constants } from '@partner-platform/types'
import type { Departure, Issue } from '@partner-platform/validators'
import { assertOptions } from './assert-options.ts'
import { checkTimestamp } from './check-timestamp.ts'
import { type ParseCode, type VerificationCode, webhookErrors } from './errors.ts'
import { type HeaderLines, type HeadersInput, headerLine, toHeaderLines } from './header-lines.ts'
import type { HmacKey } from './hmac-keys.ts'
import { keySource } from './key-source.ts'
import { eventHeader, signatureHeader } from './message-headers.ts'
import {
  type Aliases,
  type EventNote,
  nameBy,
  parseEvent,
  type WebhookEvent,
} from './parse-event.ts'
import { parseJson } from './parse-json.ts'
import { refusal } from './refusal.ts'
import { toBytes } from './to-bytes.ts'
import type { TrustOptions } from './trust-options.ts'
import { checkSignature } from './verify-signature.ts'

/**
 * What is worth knowing of an event that was accepted.
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
      /** The JSON value of the body, where there is one. */
      value?: unknown
    }

export type ParseWebhookOptions = TrustOptions & {
  /** The raw body as it came off the wire. */
  body: string | Uint8Array
  headers: HeadersInput
  /** The receiver's clock, Unix time in milliseconds. @default Date.now */
  now?: () => number
  aliases?: Aliases
}

/**
 * The event of a delivery, verified and validated, or the code of the first check that failed: size,
 * signature grammar, signature, UTF-8, JSON, schema, time window. Total on `body` and `headers`:
 * headers that cannot be read are missing ones. Rejects with a `TypeError` only for options or
 * `secrets` that are unusable. Only signed bytes decide.
 * @see specs/decisions D-001 to D-006, D-024
 */
export async function parseWebhook(options: ParseWebhookOptions): Promise<ParsedWebhook> {
  assertOptions(options)
  // Copied before anything is awaited: what was verified is what is parsed.
  const bytes = toBytes(options.body)
  const headers = toHeaderLines(options.headers)
  const keys = await keySource(options)()
  const { now = Date.now, aliases = {} } = options
  return parseDelivery({ bytes, headers, keys, nowMs: now(), aliases })
}

export type Delivery = {
  bytes: Uint8Array<ArrayBuffer> | undefined
  headers: HeaderLines
  keys: readonly HmacKey[] | 'off'
  nowMs: number
  aliases: Aliases
}

/** The same with imported keys, for a receiver that imports them once. */
export async function parseDelivery({
  bytes,
  headers,
  keys,
  nowMs,
  aliases,
}: Delivery): Promise<ParsedWebhook> {
  const limit = constants.bodyLimitBytes
  if (bytes && bytes.length > limit) {
    return refusal(
      'body-too-large',
      `Body is too large: expected at most ${limit} bytes, received more.`,
    )
  }
  if (keys !== 'off') {
    const verified = await checkSignature(bytes, headerLine(headers, signatureHeader), keys)
    if (!verified.ok) return refuseUnverified(verified.code)
  }
  if (!bytes) return refuseUnverified('body-not-raw')
  const json = parseJson(bytes)
  if (!json.ok) return json
  const { value } = json
  const parsed = parseEvent(value, { isWhole: !json.dropped, aliases })
  if (!parsed.ok) return { ...parsed, value }
  const { event } = parsed
  const outOfTime = checkTimestamp(event.timestamp, nowMs)
  if (outOfTime) return { ...outOfTime, value }
  const notes: WebhookNote[] = [...parsed.notes]
  const header = headerLine(headers, eventHeader)
  const named = typeof header === 'string' ? nameBy(aliases, header) : header
  if (named !== event.event) notes.push('event-header-mismatch')
  if (keys === 'off') notes.push('unverified')
  return { ok: true, event, notes, departures: parsed.departures }
}

const refuseUnverified = (code: VerificationCode) => refusal(code, webhookErrors[code].means)
