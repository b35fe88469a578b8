import { createHash } from 'node:crypto'

/** Namespace of the identifiers of countries. Changing it changes every identifier. */
const namespace = Buffer.from('5f7c2d0e9a414b1d8f0e6c3b2a190d47', 'hex')

/** The identifier of a country: a version 5 UUID of its alpha-2 code, so it is the same on every start. */
export function toCountryUuid(alpha2: string): string {
  const bytes = createHash('sha1').update(namespace).update(alpha2).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
