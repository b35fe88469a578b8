import { constants } from '@partner-platform/types'

/** A key, and how a shell spells it within double quotes. */
export type Key = { value: string; shell: string }

/** A key that the caller holds: reports name its variable only. */
export const secretKey = (value: string, variable: string): Key => ({
  value,
  shell: `$${variable}`,
})

/** A value that is nobody's key, for everybody to see. */
export const openKey = (value: string): Key => ({ value, shell: escapeForShell(value) })

/** A text as it stands within double quotes of a shell. */
export const escapeForShell = (text: string) => text.replaceAll(/["$`\\]/g, '\\$&')

const { apiKeyPrefixes, apiKeyAlphabet, apiKeyRandomLength, apiKeyChecksumLength } = constants

/**
 * A key that no server has given out, of the form that the contract decides on, checksum included, so
 * that only a look into the store can tell.
 * @see specs/decisions/ D-020
 */
export function createUnknownKey(environment: keyof typeof apiKeyPrefixes): Key {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(apiKeyRandomLength)), (byte) =>
    apiKeyAlphabet.charAt(byte % apiKeyAlphabet.length),
  )
  const start = apiKeyPrefixes[environment] + random.join('')
  return openKey(start + checksum(start))
}

/** The environment whose prefix a key has; development for a key of another form. */
export function environmentOf(key: string): keyof typeof apiKeyPrefixes {
  const names = Object.keys(apiKeyPrefixes) as (keyof typeof apiKeyPrefixes)[]
  return names.find((name) => key.startsWith(apiKeyPrefixes[name])) ?? 'development'
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < apiKeyChecksumLength) {
    digits = apiKeyAlphabet.charAt(rest % apiKeyAlphabet.length) + digits
    rest = Math.floor(rest / apiKeyAlphabet.length)
  }
  return digits
}

// The one of node:zlib is younger than the oldest Node that this package runs on.
function crc32(text: string): number {
  let rest = ~0
  for (const byte of Buffer.from(text)) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return ~rest >>> 0
}
