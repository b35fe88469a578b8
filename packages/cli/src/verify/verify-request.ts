import { valuesOf } from '@partner-platform/conformance/exchange'
import type { Departure, Issue } from '@partner-platform/validators'
import {
  parseInstant,
  parseWebhook,
  verifySignature,
  type WebhookCode,
  type WebhookEvent,
  type WebhookNote,
} from '@partner-platform/webhooks'
import { contractHeaders, type HttpMessage } from '../http-message.ts'
import { type Diagnosis, diagnose, type Suspects } from './diagnose.ts'
import { findings } from './findings.ts'
import { isUsable } from './signature-forms.ts'

export type SignatureReport =
  /** `secret`: which secret of the list signed the request, counted from 1. */
  | { ok: true; secret: number; diagnoses: readonly Diagnosis[] }
  | { ok: false; code: WebhookCode; diagnoses: readonly Diagnosis[] }

/** A receiver would quarantine the event if it arrived now. */
type AgeNote = 'timestamp-too-old' | 'timestamp-in-future'

export type PayloadReport =
  | {
      ok: true
      event: WebhookEvent
      notes: readonly (WebhookNote | AgeNote)[]
      departures: readonly Departure[]
    }
  | { ok: false; code: WebhookCode; issues: readonly Issue[] }

/** Whether a secret of the list signed a request and, if not, why. */
export async function verifyRequest(
  request: HttpMessage,
  suspects: Suspects,
): Promise<SignatureReport> {
  const { body } = request
  const values = valuesOf(request, contractHeaders.signature)
  // Several lines never verify.
  const signature = values.length > 1 ? values : values[0]
  let code: WebhookCode = 'signature-mismatch'
  for (const [index, secret] of suspects.secrets.entries()) {
    if (!isUsable(secret)) continue
    const verified = await verifySignature({ body, signature, secrets: [secret] })
    if (verified.ok) {
      const older = index === 0 ? [] : (['older-secret'] as const)
      const malformed = suspects.secrets.every(isUsable) ? [] : (['secret-malformed'] as const)
      const diagnoses = [...older, ...malformed].map((one) => ({ code: one, ...findings[one] }))
      return { ok: true, secret: index + 1, diagnoses }
    }
    code = verified.code
  }
  return { ok: false, code, diagnoses: await diagnose(request, suspects) }
}

/** What a receiver finds in the body. An event that is too old or in the future gets a note only. */
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
