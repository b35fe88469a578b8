import { assertOptions } from './assert-options.ts'
import { importKey } from './hmac-keys.ts'
import { formatSignature } from './signature-form.ts'
import { toBytes } from './to-bytes.ts'
import type { Secret } from './trust-options.ts'

export type SignPayloadOptions = {
  /** The exact bytes that go on the wire; text is encoded as UTF-8, once. */
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
      `body cannot be signed: expected bytes or well-formed text, received ${typeof body}. Serialise the payload first and send exactly what was signed.`,
    )
  }
  const mac = await crypto.subtle.sign('HMAC', await imported, bytes)
  return formatSignature(new Uint8Array(mac))
}
