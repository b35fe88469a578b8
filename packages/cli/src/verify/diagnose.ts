import { setImmediate } from 'node:timers/promises'
import { contractHeaders, type HttpMessage, valuesOf } from '../http-message.ts'
import { type BodyForm, bodyForms } from './body-forms.ts'
import { type FindingCode, findings } from './findings.ts'
import {
  type DigestForm,
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

export type Diagnosis = {
  code: FindingCode
  /** What was found. */
  says: string
  /** What to mend. */
  next: string
}

export type Suspects = {
  /** As they are written, good or bad. */
  secrets: readonly string[]
  /** Secrets that should not have signed it. */
  otherSecrets: readonly string[]
}

export type DiagnoseOptions = {
  /** The number of bytes to digest before giving up. @default 4 GiB, a few seconds on a slow machine */
  digestedBytesLimit?: number
}

const defaultDigestedBytesLimit = 4 * 1024 ** 3

/** One mistake, and the form in which it was found. */
type Mistake = { code: FindingCode; as: string | null }

type Suspect = { key: KeyForm; isOther: boolean }

/**
 * Why a request does not verify, found by trying: forms of the signature, of the body and of the key,
 * and other algorithms. The explanation with the fewest mistakes wins. Costs up to some thousand
 * digests of the body, some seconds at most; then it stops trying.
 */
export async function diagnose(
  request: HttpMessage,
  suspects: Suspects,
  { digestedBytesLimit = defaultDigestedBytesLimit }: DiagnoseOptions = {},
): Promise<Diagnosis[]> {
  const signatures = signatureForms(request)
  const fits = await findFits(request, signatures, {
    suspects: toSuspects(suspects),
    digestedBytesLimit,
  })
  const [best] = fits.sort((one, other) => one.length - other.length)
  const mistakes = best ?? unexplained(request, signatures)
  const isTold = mistakes.some(({ code }) => code.startsWith('secret-'))
  const isMalformed = !isTold && suspects.secrets.some((secret) => !isUsable(secret))
  return [...mistakes, ...(isMalformed ? toMistakes(['secret-malformed']) : [])].map(toDiagnosis)
}

/** The mistakes behind each combination that gives the digest. */
async function findFits(
  request: HttpMessage,
  signatures: readonly SignatureForm[],
  { suspects, digestedBytesLimit }: { suspects: readonly Suspect[] } & Required<DiagnoseOptions>,
): Promise<Mistake[][]> {
  const bodies = bodyForms(Buffer.from(request.body), bodyFacts(request))
  const costBytes = bodies.reduce((sum, { bytes }) => sum + digestsOfOne * bytes.length, 0)
  const fits: Mistake[][] = []
  let digestedBytes = 0
  for (const suspect of suspects) {
    for (const signature of signatures) {
      if (digestedBytes > digestedBytesLimit) return fits
      digestedBytes += costBytes
      fits.push(...fitsOf(signature, bodies, suspect))
      // Lets the progress line update.
      await setImmediate()
    }
  }
  return fits
}

const fitsOf = ({ mac, codes }: SignatureForm, bodies: readonly BodyForm[], suspect: Suspect) =>
  bodies.flatMap((body) => {
    const digest = findDigest(mac, suspect.key.bytes, body.bytes)
    return digest ? [[...toMistakes(codes), ...toFit(body, digest, suspect)]] : []
  })

function toFit(body: BodyForm, digest: DigestForm, { key, isOther }: Suspect): Mistake[] {
  const ofKey = key.number === 0 ? null : `secret ${key.number}`
  const found = [
    { code: digest.code, as: digest.as },
    { code: isOther ? ('other-environment' as const) : null, as: ofKey },
    // A hash without a secret says nothing about how a secret was used.
    { code: digest.code === 'not-keyed' ? null : key.code, as: ofKey },
    { code: body.code, as: body.as },
  ]
  return found.flatMap(({ code, as }) => (code === null ? [] : [{ code, as }]))
}

function toSuspects({ secrets, otherSecrets }: Suspects): Suspect[] {
  const formsOf = (list: readonly string[]) =>
    list.flatMap((secret, index) => keyForms(secret, index + 1))
  return [
    ...[...formsOf(secrets), ...emptyKeyForms()].map((key) => ({ key, isOther: false })),
    ...formsOf(otherSecrets).map((key) => ({ key, isOther: true })),
  ]
}

function unexplained(
  request: HttpMessage,
  signatures: readonly SignatureForm[],
): readonly Mistake[] {
  if (valuesOf(request, contractHeaders.signature).length === 0) {
    return toMistakes(['signature-missing'])
  }
  if (signatures.length === 0) return toMistakes(['no-digest'])
  const seen = new Set(signatures.flatMap(({ codes }) => codes))
  const isKnown = signatures.some(({ mac }) => isKnownLength(mac))
  if (!isKnown) return toMistakes([...seen, 'wrong-length'])
  const { announcedBytes } = bodyFacts(request)
  const isCut = announcedBytes !== null && announcedBytes > request.body.length
  return toMistakes([...seen, isCut ? 'body-shorter' : 'unexplained'])
}

function bodyFacts(request: HttpMessage) {
  const [length = ''] = valuesOf(request, 'content-length')
  const [encoding = ''] = valuesOf(request, 'transfer-encoding')
  return {
    announcedBytes: /^\d{1,9}$/.test(length) ? Number(length) : null,
    isChunked: /\bchunked\b/i.test(encoding),
  }
}

const toMistakes = (codes: readonly FindingCode[]): Mistake[] =>
  codes.map((code) => ({ code, as: null }))

function toDiagnosis({ code, as }: Mistake): Diagnosis {
  const { says, next } = findings[code]
  return { code, says: as === null ? says : `${says} (${as})`, next }
}
