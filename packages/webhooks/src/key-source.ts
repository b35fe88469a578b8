import { type HmacKey, importKeys } from './hmac-keys.ts'
import type { SecretsSource, TrustOptions } from './trust-options.ts'

export type KeySource = () => Promise<readonly HmacKey[] | 'off'>

/**
 * Gives the keys for one delivery: those of a list, or those of what a function gives now.
 * Throws a `TypeError` for a list that is unusable.
 */
export function keySource({ secrets, verification }: TrustOptions<SecretsSource>): KeySource {
  if (verification === 'off') return async () => 'off'
  if (typeof secrets === 'function') return async () => importKeys(await secrets())
  const keys = importKeys(secrets)
  return () => keys
}
