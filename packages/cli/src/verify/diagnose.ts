import { setImmediate } from 'node:timers/promises'
import { valuesOf } from '@partner-platform/conformance/exchange'
import { signatureHeader, verifySignature, type WebhookCode } from '@partner-platform/webhooks'
import type { HttpMessage } from '../http-message.ts'
import { type BodyForm, bodyForms } from './body-forms.ts'
import { type FindingCode, findings, type Mistake } from './findings.ts'
import {
  digestsOfOne,
  emptyKeyForms,
  findDigest,
  isKnownLength,
  isUsable,
  type KeyForm,
  keyForms,
  type SignatureForm,
  signatureForms,
} from './signature-forms.ts'

type Diagnosis = { code: FindingCode; says: string; next: string }

type Suspects = {
  /** As written, usable or not. */
  secrets: readonly string[]
  /** Secrets that should not have signed the request. */
  otherSecrets: readonly string[]
}

export type SignatureReport =
  /** `secret`: which secret of the list signed the request, counted from 1. */
  | { ok: true; secret: number; diagnoses: readonly Diagnosis[] }
  | { ok: false; code: WebhookCode; diagnoses: readonly Diagnosis[] }

/** Whether a secret of the list signed a request and, if not, why. */
export async function verifyRequest(
  request: HttpMessage,
  suspects: Suspects,
): Promise<SignatureReport> {
  const { body } = request
  const values = valuesOf(request, signatureHeader)
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

/** The number of bytes to digest before giving up: a few seconds on a slow machine. */
const defaultDigestedBytesLimit = 4 * 1024 ** 3

/**
 * Why a request does not verify, found by trying forms of the signature, the body and the key, and other
 * algorithms. The explanation with the fewest mistakes wins.
 */
export async function diagnose(
  request: HttpMessage,
  { secrets, otherSecrets }: Suspects,
  { digestedBytesLimit = defaultDigestedBytesLimit } = {},
): Promise<Diagnosis[]> {
  const signatures = signatureForms(request)
  const keys = [
    ...secrets.flatMap((secret, index) => keyForms(secret, `secret ${index + 1}`)),
    ...emptyKeyForms,
    ...otherSecrets.flatMap((secret, index) => {
      const as = `secret ${index + 1}`
      const other: Mistake = { code: 'other-environment', as }
      return keyForms(secret, as).map(({ bytes, mistakes }) => ({
        bytes,
        mistakes: [other, ...mistakes],
      }))
    }),
  ]
  const bodies = bodyForms(Buffer.from(request.body), bodyFacts(request))
  const fits = await findFits({ signatures, keys, bodies }, digestedBytesLimit)
  const [best] = fits.sort((one, other) => one.length - other.length)
  const mistakes = best ?? unexplained(request, signatures)
  const isAboutSecret = mistakes.some(({ code }) => code.startsWith('secret-'))
  const isMalformed = !isAboutSecret && !secrets.every(isUsable)
  const malformed: Mistake[] = isMalformed ? [{ code: 'secret-malformed' }] : []
  return [...mistakes, ...malformed].map(({ code, as }) => {
    const { says, next } = findings[code]
    return { code, says: as === undefined ? says : `${says.slice(0, -1)} (${as}).`, next }
  })
}

type Forms = {
  signatures: readonly SignatureForm[]
  keys: readonly KeyForm[]
  bodies: readonly BodyForm[]
}

/** The mistakes behind each combination that gives the digest. */
async function findFits(
  { signatures, keys, bodies }: Forms,
  digestedBytesLimit: number,
): Promise<Mistake[][]> {
  const costBytes = bodies.reduce((sum, { bytes }) => sum + digestsOfOne * bytes.length, 0)
  const fits: Mistake[][] = []
  let digestedBytes = 0
  for (const key of keys) {
    for (const { mac, mistakes } of signatures) {
      if (digestedBytes > digestedBytesLimit) return fits
      digestedBytes += costBytes
      for (const body of bodies) {
        const ofKey = findDigest(mac, key, body.bytes)
        if (ofKey) fits.push([...mistakes, ...ofKey, ...body.mistakes])
      }
      // Lets the progress line update.
      await setImmediate()
    }
  }
  return fits
}

function unexplained(request: HttpMessage, signatures: readonly SignatureForm[]): Mistake[] {
  if (valuesOf(request, signatureHeader).length === 0) {
    return [{ code: 'signature-missing' }]
  }
  if (signatures.length === 0) return [{ code: 'no-digest' }]
  const seen = new Set(signatures.flatMap(({ mistakes }) => mistakes.map(({ code }) => code)))
  const { announcedBytes } = bodyFacts(request)
  const isCut = announcedBytes !== null && announcedBytes > request.body.length
  if (!signatures.some(({ mac }) => isKnownLength(mac))) seen.add('wrong-length')
  else seen.add(isCut ? 'body-shorter' : 'unexplained')
  return [...seen].map((code) => ({ code }))
}

function bodyFacts(request: HttpMessage) {
  const [length = ''] = valuesOf(request, 'content-length')
  const [encoding = ''] = valuesOf(request, 'transfer-encoding')
  return {
    announcedBytes: /^\d{1,9}$/.test(length) ? Number(length) : null,
    isChunked: /\bchunked\b/i.test(encoding),
  }
}
