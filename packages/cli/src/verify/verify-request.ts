import type { Departure, Issue } from '@partner-platform/validators'
import {
  parseInstant,
  parseWebhook,
  verifySignature,
  type WebhookCode,
  type WebhookEvent,
  type WebhookNote,
} from '@partner-platform/webhooks'
import { contractHeaders, type HttpMessage, valuesOf } from '../http-message.ts'
import { type Diagnosis, diagnose, type Suspects } from './diagnose.ts'
import { findings } from './findings.ts'
import { isUsable } from './signature-forms.ts'

export type SignatureReport =
  | {
      ok: true
      /** Which secret of the list signed it, counted from 1. */
      secret: number
      diagnoses: readonly Diagnosis[]
    }
  | { ok: false; code: WebhookCode; diagnoses: readonly Diagnosis[] }

export type PayloadReport =
  | {
      ok: true
      event: WebhookEvent
      notes: readonly (WebhookNote | AgeNote)[]
      departures: readonly Departure[]
    }
  | { ok: false; code: WebhookCode; issues: readonly Issue[] }

/** `timestamp-too-old`, `timestamp-in-future`: a receiver would set it aside if it came today. */
type AgeNote = 'timestamp-too-old' | 'timestamp-in-future'

/** Whether a secret of the list signed a request and, if not, why. */
export async function verifyRequest(
  request: HttpMessage,
  suspects: Suspects,
): Promise<SignatureReport> {
  const { body } = request
  const values = valuesOf(request, contractHeaders.signature)
  // Several lines never verify.
  const signature = values.length > 1 ? values : values[0]
  const usable = suspects.secrets.filter(isUsable)
  for (const secret of usable) {
    const { ok } = await verifySignature({ body, signature, secrets: [secret] })
    if (ok) return toVerified(suspects.secrets, secret)
  }
  const refused =
    usable.length === 0 ? undefined : await verifySignature({ body, signature, secrets: usable })
  const code = refused && !refused.ok ? refused.code : 'signature-mismatch'
  return { ok: false, code, diagnoses: await diagnose(request, suspects) }
}

/** What a receiver finds in the body; the age of the event is judged as of today, in a note. */
export async function readPayload(
  { headers, body }: HttpMessage,
  nowMs: number,
): Promise<PayloadReport> {
  const read = (now: number) => parseWebhook({ body, headers, verification: 'off', now: () => now })
  const today = await read(nowMs)
  const isOfAge = today.ok || !today.code.startsWith('timestamp-')
  const parsed = isOfAge
    ? today
    : await read(parseInstant(JSON.parse(Buffer.from(body).toString()).timestamp) ?? 0)
  if (!parsed.ok) return parsed
  const age = today.ok ? [] : [today.code as AgeNote]
  const notes = [...parsed.notes.filter((note) => note !== 'unverified'), ...age]
  return { ok: true, event: parsed.event, notes, departures: parsed.departures }
}

function toVerified(secrets: readonly string[], secret: string): SignatureReport {
  const number = secrets.indexOf(secret) + 1
  const older = number === 1 ? [] : (['older-secret'] as const)
  const malformed = secrets.every(isUsable) ? [] : (['secret-malformed'] as const)
  const diagnoses = [...older, ...malformed].map((code) => ({ code, ...findings[code] }))
  return { ok: true, secret: number, diagnoses }
}
