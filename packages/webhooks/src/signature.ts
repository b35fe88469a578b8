import { constants } from '@partner-platform/types'
import type { VerificationCode } from './errors.ts'
import { assertOptions, type HmacKey, importKey, importKeys, type Secret } from './secrets.ts'
import { toBytes } from './to-bytes.ts'

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
      `body cannot be signed: it is ${typeof body}, not bytes or well-formed text. Serialize the payload first, and send exactly what you signed.`,
    )
  }
  const mac = await crypto.subtle.sign('HMAC', await imported, bytes)
  return formatSignature(new Uint8Array(mac))
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
  const keys = importKeys(options.secrets)
  const bytes = toBytes(options.body)
  return checkSignature(bytes, options.signature, await keys)
}

/** `verifySignature` with imported keys. Checks the grammar before it computes anything. */
export async function checkSignature(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  signature: unknown,
  keys: readonly HmacKey[],
): Promise<Verification> {
  if (signature === undefined || signature === null) return refuse('missing-signature')
  const mac = parseSignature(signature)
  if (!mac) return refuse('malformed-signature')
  if (!bytes) return refuse('body-not-raw')
  // Each comparison takes constant time inside WebCrypto, and no secret is skipped.
  const matches = await Promise.all(
    keys.map((key) => crypto.subtle.verify('HMAC', key, mac, bytes)),
  )
  return matches.includes(true) ? { ok: true } : refuse('signature-mismatch')
}

const refuse = (code: VerificationCode): Verification => ({ ok: false, code })

const prefix = constants.signaturePrefix
const macBytes = 32

/** The text form of a MAC. @see specs/schemas/platform-signature.yaml */
function formatSignature(mac: Uint8Array): string {
  return prefix + Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The MAC in a header value, digits in either case; `undefined` for anything else. D-002 */
function parseSignature(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined
  const digits = value.slice(prefix.length)
  if (digits.length !== 2 * macBytes || !/^[0-9a-f]+$/i.test(digits)) return undefined
  const mac = new Uint8Array(macBytes)
  for (let index = 0; index < mac.length; index++) {
    mac[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  }
  return mac
}
