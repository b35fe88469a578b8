import { constants } from '@partner-platform/types'

const prefix = constants.signaturePrefix
const macBytes = 32

/** The text form of a MAC. @see specs/schemas/platform-signature.yaml */
export function formatSignature(mac: Uint8Array): string {
  return prefix + Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The MAC that a header value spells, in digits of either case; `undefined` for anything else. D-002 */
export function parseSignature(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined
  const digits = value.slice(prefix.length)
  if (digits.length !== 2 * macBytes || !/^[0-9a-f]+$/i.test(digits)) return undefined
  const mac = new Uint8Array(macBytes)
  for (let index = 0; index < mac.length; index++) {
    mac[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  }
  return mac
}
