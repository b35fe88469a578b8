import { constants } from '@partner-platform/types'

/**
 * A new signing secret in its text form: the prefix and the base64 of 32 random bytes. Show it once.
 * @see specs/decisions D-003
 */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(constants.secretBytes))
  return constants.secretPrefix + btoa(String.fromCharCode(...bytes))
}
