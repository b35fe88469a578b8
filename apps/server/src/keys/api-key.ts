import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { constants, type Environment, environments } from '@partner-platform/types'
import { type Random, randomText, systemRandom } from '../random.ts'

const { apiKeyPrefixes, apiKeyRandomLength, apiKeyChecksumLength } = constants
const base62 = constants.apiKeyAlphabet

const pattern = new RegExp(
  `^(${environments.map((environment) => apiKeyPrefixes[environment]).join('|')})` +
    `[${base62}]{${apiKeyRandomLength + apiKeyChecksumLength}}$`,
)

/**
 * A new key. Show it once: only its hash is stored.
 * @see specs/decisions/ D-020
 */
export function createApiKey(environment: Environment, random: Random = systemRandom): string {
  const start = apiKeyPrefixes[environment] + randomText(base62, apiKeyRandomLength, random)
  return start + checksum(start)
}

/** Whether a text has the format and checksum of a key. */
export function isApiKey(text: string): boolean {
  const start = text.slice(0, -apiKeyChecksumLength)
  return pattern.test(text) && text.slice(-apiKeyChecksumLength) === checksum(start)
}

/** The SHA-256 of a key in hexadecimal, as stored. */
export const hashApiKey = (key: string) => hash('sha256', key)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < apiKeyChecksumLength) {
    digits = base62.charAt(rest % base62.length) + digits
    rest = Math.floor(rest / base62.length)
  }
  return digits
}
