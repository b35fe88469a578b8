import { importKeys } from './hmac-keys.ts'
import type { Secret } from './trust-options.ts'

/**
 * Passes a list of secrets that can verify. Throws a `TypeError` that names the entry, never its
 * value, for any other.
 * @see specs/decisions D-003
 */
export function assertSecrets(secrets: unknown): asserts secrets is readonly Secret[] {
  void importKeys(secrets)
}
