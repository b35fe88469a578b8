import { toBytes } from './to-bytes.ts'

/**
 * The SHA-256 of a body as 64 hexadecimal digits: the key under which to store a delivery, so that
 * the same bytes are stored once. Rejects with a `TypeError` for a body that is not raw.
 * @see specs/decisions D-005
 */
export async function toStorageKey(body: string | Uint8Array): Promise<string> {
  const bytes = toBytes(body)
  if (!bytes) {
    throw new TypeError(
      `body has no storage key: expected bytes or well-formed text, received ${typeof body}. Pass the raw body.`,
    )
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
