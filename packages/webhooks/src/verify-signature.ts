import { assertOptions } from './assert-options.ts'
import type { VerificationCode } from './errors.ts'
import { type HmacKey, importKeys } from './hmac-keys.ts'
import { parseSignature } from './signature-form.ts'
import { toBytes } from './to-bytes.ts'
import type { Secret } from './trust-options.ts'

export type VerifySignatureOptions = {
  /** The raw body as it came off the wire: bytes, or text that is encoded as UTF-8, once. */
  body: string | Uint8Array
  /** The value of the signature header. Several header lines, as a list, never verify. */
  signature: string | readonly string[] | null | undefined
  /** Every secret that may have signed: one, or two and more while rotating. */
  secrets: readonly Secret[]
}

export type Verification = { ok: true } | { ok: false; code: VerificationCode }

/**
 * Whether one of the secrets signed exactly these bytes. Total: whatever `body` and `signature`
 * are, it answers. Rejects with a `TypeError` only for options or secrets that are
 * unusable, which is a mistake in the configuration.
 * @see specs/decisions D-001, D-002, D-003, D-004
 */
export async function verifySignature(options: VerifySignatureOptions): Promise<Verification> {
  assertOptions(options)
  const keys = importKeys(options.secrets)
  const bytes = toBytes(options.body)
  return checkSignature(bytes, options.signature, await keys)
}

/** The same with imported keys; the grammar is checked before anything is computed. */
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
