import { createHash, createHmac, getHashes } from 'node:crypto'
import type { FindingCode } from './findings.ts'

export type DigestForm = { code: FindingCode | null; as: string }

/** Algorithms by the length of their digests in bytes. */
const algorithms: { readonly [bytes: number]: string } = {
  16: 'md5',
  20: 'sha1',
  28: 'sha224',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
}
const ofContract = 'sha256'

/** Whether any digest is that long. */
export const isKnownLength = (mac: Buffer) => mac.length in algorithms

/** How many digests of a body it takes to try one key. */
export const digestsOfOne = 3

/** The way in which a key and a body give a digest, if there is one. */
export function findDigest(mac: Buffer, key: Buffer, body: Buffer): DigestForm | undefined {
  const name = algorithms[mac.length]
  // What a hardened Node leaves out, nobody signed with here.
  if (name === undefined || !getHashes().includes(name)) return undefined
  if (createHmac(name, key).update(body).digest().equals(mac)) {
    const code = name === ofContract ? null : 'other-algorithm'
    return { code, as: `HMAC-${name.toUpperCase()}` }
  }
  const hash = (...parts: Buffer[]) => createHash(name).update(Buffer.concat(parts)).digest()
  const isPlain = [hash(key, body), hash(body, key)].some((plain) => plain.equals(mac))
  return isPlain ? { code: 'not-keyed', as: name.toUpperCase() } : undefined
}
