import { decodeSecrets, type HmacKey, importKeys } from './hmac-keys.ts'
import type { SecretsSource, TrustOptions } from './trust-options.ts'

export type KeySource = () => Promise<readonly HmacKey[] | 'off'>

/**
 * Gives the keys for one delivery: imported once from a list, anew on each call from a function.
 * Throws a `TypeError` for a list that is unusable.
 */
export function keySource({ secrets, verification }: TrustOptions<SecretsSource>): KeySource {
  if (verification === 'off') return async () => 'off'
  if (typeof secrets === 'function') {
    return async () => importKeys(decodeSecrets(await secrets()))
  }
  const decoded = decodeSecrets(secrets)
  let keys: Promise<readonly HmacKey[]> | undefined
  return () => {
    keys ??= importKeys(decoded)
    return keys
  }
}
