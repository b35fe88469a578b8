import { constants } from '@partner-platform/types'

const { secretPrefix, secretMinimumBytes } = constants

/**
 * The key bytes of a secret's text form. Throws a `TypeError` that names `option`, never the value,
 * for anything but the prefix and canonical base64 of enough bytes.
 * @see specs/decisions D-003
 */
export function decodeSecret(secret: unknown, option: string): Uint8Array<ArrayBuffer> {
  const expected = `${secretPrefix} and the base64 of at least ${secretMinimumBytes} bytes`
  const refuse = (problem: string, received: string): never => {
    throw new TypeError(
      `${option} ${problem}: expected ${expected}, received ${received}. Use the secret as it was shown, or createSecret().`,
    )
  }
  if (typeof secret !== 'string') return refuse('is not text', kindOf(secret))
  if (secret.trim() === '') return refuse('is blank', `${secret.length} characters`)
  if (/\s/.test(secret)) return refuse('has white space', `${secret.length} characters`)
  if (!secret.startsWith(secretPrefix)) {
    return refuse('lacks its prefix', `${secret.length} characters`)
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
