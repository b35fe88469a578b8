import { decodeSecret } from './decode-secret.ts'

export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * The bytes of every secret of a list. Throws a `TypeError` that names the entry for an unusable
 * secret, and for a list that is empty: an empty list would verify nothing, or worse, anything.
 * @see specs/decisions D-003, D-004
 */
export function decodeSecrets(secrets: unknown): Uint8Array<ArrayBuffer>[] {
  if (Array.isArray(secrets) && secrets.length > 0) {
    return secrets.map((secret, index) => decodeSecret(secret, `secrets[${index}]`))
  }
  const received = Array.isArray(secrets) ? 'an empty list' : typeof secrets
  throw new TypeError(
    `secrets is unusable: expected a list of at least one secret, received ${received}. Pass the secrets of this environment.`,
  )
}

/** Keys that sign and verify with HMAC-SHA256. Costs about 10 µs per key. */
export function importKeys(secrets: readonly Uint8Array<ArrayBuffer>[]): Promise<HmacKey[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return Promise.all(
    secrets.map((bytes) =>
      crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']),
    ),
  )
}
