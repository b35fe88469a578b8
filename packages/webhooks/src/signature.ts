import { constants } from '@partner-platform/types'
import type { VerificationCode } from './errors.ts'
import { type HmacKey, together } from './mac.ts'
import { assertOptions, importKey, importKeys, type Secret } from './secrets.ts'
import { toBytes, toHex, viewBytes } from './to-bytes.ts'

export type SignPayloadOptions = {
  /** The exact bytes to send; text is encoded as UTF-8, once. */
  body: string | Uint8Array
  /** The newest secret. */
  secret: Secret
}

/**
 * The value of the signature header: `sha256=` and the HMAC-SHA256 of the exact body bytes, as 64
 * lower-case hexadecimal digits. Rejects with a `TypeError` for an unusable secret or body.
 * @see specs/decisions D-001, D-003
 */
export async function signPayload(options: SignPayloadOptions): Promise<string> {
  assertOptions(options)
  const { body, secret } = options
  const imported = importKey(secret, 'secret')
  const bytes = toBytes(body)
  if (!bytes) {
    throw new TypeError(
      `body cannot be signed: it is neither bytes nor well-formed text (${typeof body}). Serialize the payload first, and send exactly what you signed.`,
    )
  }
  const key = await imported
  return formatSignature(await key.sign(bytes))
}

export type VerifySignatureOptions = {
  /** The raw body as received: bytes, or text that is encoded as UTF-8, once. */
  body: string | Uint8Array
  /** The value of the signature header. Several header lines, as a list, never verify. */
  signature: string | readonly string[] | null | undefined
  /** Every secret that may have signed: one, or several during a rotation. */
  secrets: readonly Secret[]
}

export type Verification = { ok: true } | { ok: false; code: VerificationCode }

/**
 * Whether one of the secrets signed exactly these bytes. Answers for any `body` and `signature`.
 * Rejects with a `TypeError` only for unusable options or secrets, which is a mistake in the
 * configuration.
 * @see specs/decisions D-001, D-002, D-003, D-004
 */
export async function verifySignature(options: VerifySignatureOptions): Promise<Verification> {
  assertOptions(options)
  const imported = importKeys(options.secrets)
  if (!(imported instanceof Promise))
    return checkSignature(viewBytes(options.body), options.signature, imported)
  // Copied before the first await: the caller may change them meanwhile.
  const bytes = toBytes(options.body)
  return checkSignature(bytes, options.signature, await imported)
}

/** `verifySignature` with imported keys. Checks the grammar before it computes anything. */
export function checkSignature(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  signature: unknown,
  keys: readonly HmacKey[],
): Verification | Promise<Verification> {
  if (signature === undefined || signature === null) return refuse('missing-signature')
  const mac = parseSignature(signature)
  if (!mac) return refuse('malformed-signature')
  if (!bytes) return refuse('body-not-raw')
  // Each comparison takes constant time, and no secret is skipped.
  const matches = together(keys.map((key) => key.verify(mac, bytes)))
  return matches instanceof Promise ? matches.then(conclude) : conclude(matches)
}

const conclude = (matches: readonly boolean[]): Verification =>
  matches.includes(true) ? { ok: true } : refuse('signature-mismatch')

const refuse = (code: VerificationCode): Verification => ({ ok: false, code })

const prefix = constants.signaturePrefix
const macBytes = 32

/** The text form of a MAC. @see specs/schemas/platform-signature.yaml */
const formatSignature = (mac: Uint8Array): string => prefix + toHex(mac)

/** The MAC in a header value, digits in either case; `undefined` for anything else. D-002 */
function parseSignature(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined
  const digits = value.slice(prefix.length)
  if (digits.length !== 2 * macBytes || !/^[0-9a-f]+$/i.test(digits)) return undefined
  const mac = new Uint8Array(macBytes)
  for (let index = 0; index < mac.length; index++) {
    mac[index] = digitAt(digits, 2 * index) * 16 + digitAt(digits, 2 * index + 1)
  }
  return mac
}

function digitAt(digits: string, index: number): number {
  const code = digits.charCodeAt(index)
  // Letters differ from their capitals by one bit.
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57
}
