import { constants } from '@partner-platform/types'
import { toBytes } from './to-bytes.ts'

const { secretPrefix, secretMinimumBytes } = constants

/**
 * The key bytes of a secret: of our text form what its base64 spells, of any other text its UTF-8, and
 * bytes as they are. Throws a `TypeError` that names `option`, never the value, for what can only be a
 * mistake, such as our prefix before something else.
 * @see specs/decisions D-003
 */
export function decodeSecret(secret: unknown, option: string): Uint8Array<ArrayBuffer> {
  const expected = `${secretPrefix} and the base64 of at least ${secretMinimumBytes} bytes, other text, or bytes`
  const refuse = (problem: string, received: string): never => {
    throw new TypeError(
      `${option} ${problem}: expected ${expected}, received ${received}. Use the secret as it was shown, or createSecret().`,
    )
  }
  if (typeof secret !== 'string') {
    const raw = toBytes(secret)
    if (!raw) return refuse('is neither text nor bytes', kindOf(secret))
    return raw.length > 0 ? raw : refuse('is empty', '0 bytes')
  }
  if (secret.trim() === '') return refuse('is blank', `${secret.length} characters`)
  if (secret.trim() !== secret)
    return refuse('has white space around it', `${secret.length} characters`)
  if (!secret.startsWith(secretPrefix)) {
    return toBytes(secret) ?? refuse('is not well-formed text', `${secret.length} characters`)
  }
  const bytes = fromBase64(secret.slice(secretPrefix.length))
  if (!bytes) return refuse('is not base64', `${secret.length} characters`)
  if (bytes.length < secretMinimumBytes) return refuse('is too short', `${bytes.length} bytes`)
  return bytes
}

const kindOf = (value: unknown) => (value === null ? 'null' : typeof value)

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text)
    // atob forgives missing padding and stray bits; two texts must never stand for one key.
    if (btoa(binary) !== text) return undefined
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
