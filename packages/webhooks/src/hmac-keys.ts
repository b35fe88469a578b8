import { decodeSecret } from './decode-secret.ts'

export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

// A few more than anyone rotates between; importing costs as much as verifying.
const mostKept = 32
const kept = new Map<string, Promise<HmacKey>>()

/**
 * The keys of a list of secrets, imported once per secret. Throws a `TypeError` that names the entry
 * for an unusable secret, and for a list that is empty: an empty list would verify nothing, or worse,
 * anything.
 * @see specs/decisions D-003, D-004
 */
export function importKeys(secrets: unknown): Promise<HmacKey[]> {
  if (Array.isArray(secrets) && secrets.length > 0) {
    return Promise.all(secrets.map((secret, index) => importKey(secret, `secrets[${index}]`)))
  }
  const received = Array.isArray(secrets) ? 'an empty list' : typeof secrets
  throw new TypeError(
    `secrets is unusable: expected a list of at least one secret, received ${received}. Pass the secrets of this environment.`,
  )
}

/** The key of one secret, for HMAC-SHA256. Throws a `TypeError` that names `option`. */
export function importKey(secret: unknown, option: string): Promise<HmacKey> {
  const known = kept.get(secret as string)
  if (known) return known
  const bytes = decodeSecret(secret, option)
  const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
  // Bytes can change under the same name.
  if (typeof secret !== 'string') return key
  const [oldest] = kept.keys()
  if (kept.size === mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(secret, key)
  key.catch(() => kept.delete(secret))
  return key
}
