import { constants } from '@partner-platform/types'
import { isPlatformSignatureSent } from '@partner-platform/validators'

const prefix = constants.signaturePrefix

/** The text form of a MAC. @see specs/schemas/platform-signature.yaml */
export function formatSignature(mac: Uint8Array): string {
  return prefix + Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The MAC that a header value spells, or `undefined` where it breaks the grammar. D-002 */
export function parseSignature(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!isPlatformSignatureSent(value)) return undefined
  const mac = new Uint8Array((value.length - prefix.length) / 2)
  for (let index = 0; index < mac.length; index++) {
    const at = prefix.length + index * 2
    mac[index] = Number.parseInt(value.slice(at, at + 2), 16)
  }
  return mac
}
