import { createHash, createHmac, getHashes } from 'node:crypto'
import { valuesOf } from '@partner-platform/conformance/exchange'
import { constants } from '@partner-platform/types'
import { assertSecrets, signatureHeader } from '@partner-platform/webhooks'
import type { HttpMessage } from '../http-message.ts'
import type { FindingCode, Mistake } from './findings.ts'

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

export const isKnownLength = (mac: Buffer) => mac.length in algorithms

/** How many digests of a body it takes to try one key. */
export const digestsOfOne = 3

/** A key that may have signed, and what went wrong if it did. */
export type KeyForm = { mistakes: readonly Mistake[]; bytes: Buffer }

/** The mistakes that explain why key and body give the digest; `undefined` if they do not. */
export function findDigest(mac: Buffer, key: KeyForm, body: Buffer): Mistake[] | undefined {
  const name = algorithms[mac.length]
  // A hardened Node lacks some algorithms.
  if (name === undefined || !getHashes().includes(name)) return undefined
  const as = name.toUpperCase()
  if (createHmac(name, key.bytes).update(body).digest().equals(mac)) {
    if (name === ofContract) return [...key.mistakes]
    return [{ code: 'other-algorithm', as: `HMAC-${as}` }, ...key.mistakes]
  }
  const hash = (...parts: Buffer[]) => createHash(name).update(Buffer.concat(parts)).digest()
  const isPlain = [hash(key.bytes, body), hash(body, key.bytes)].some((one) => one.equals(mac))
  // A hash without a secret does not show how a secret was used.
  const others = key.mistakes.filter(({ code }) => code === 'other-environment')
  return isPlain ? [{ code: 'not-keyed', as }, ...others] : undefined
}

const { secretPrefix } = constants

/** The key of a secret, then the keys that programs derive from it by mistake. `as` names the secret. */
export function keyForms(secret: string, as: string): KeyForm[] {
  const bare = secret.replaceAll(/^["'\s]+|["'\s]+$/g, '')
  const rest = bare.startsWith(secretPrefix) ? bare.slice(secretPrefix.length) : bare
  const decoded = Buffer.from(rest, 'base64')
  const isOurs = secret.startsWith(secretPrefix)
  const forms: [FindingCode | null, Buffer][] = []
  if (isUsable(secret)) forms.push([null, isOurs ? decoded : Buffer.from(secret)])
  if (!isOurs || !isUsable(secret)) {
    const code = bare.startsWith(secretPrefix) ? 'secret-malformed' : 'secret-prefix-missing'
    forms.push([code, decoded])
  }
  const texts = [secret, `${secret}\n`, bare, rest, `${rest}\n`, secretPrefix + rest]
  for (const text of new Set(texts)) forms.push(['secret-as-text', Buffer.from(text)])
  forms.push(['secret-prefix-decoded', Buffer.from(secretPrefix + rest, 'base64')])
  forms.push(['secret-as-hex', Buffer.from(decoded.toString('hex'))])
  forms.push(['secret-as-hex', Buffer.from(decoded.toString('hex').toUpperCase())])
  if (/^([0-9a-f]{2})+$/i.test(rest)) forms.push(['secret-as-hex', Buffer.from(rest, 'hex')])
  return forms.map(([code, bytes]) => ({ bytes, mistakes: code === null ? [] : [{ code, as }] }))
}

/** Keys of programs that started without a secret. */
export const emptyKeyForms: readonly KeyForm[] = [
  ...['', 'undefined', 'null', 'None', '[object Object]', secretPrefix],
].map((text) => ({ mistakes: [{ code: 'secret-empty' }], bytes: Buffer.from(text) }))

export function isUsable(secret: string): boolean {
  try {
    assertSecrets([secret])
    return true
  } catch {
    return false
  }
}

/** A digest that the headers of a request may contain, and what was wrong with its form. */
export type SignatureForm = { mac: Buffer; mistakes: readonly Mistake[] }

const { signaturePrefix } = constants

/** Each possible digest, from the signature header or, without one, from any other header. */
export function signatureForms(request: Pick<HttpMessage, 'headers'>): SignatureForm[] {
  const values = valuesOf(request, signatureHeader)
  if (values.length === 0) {
    return request.headers
      .filter(([name]) => /signature|hmac|digest/i.test(name))
      .flatMap(([, value]) => readValue(value, ['header-renamed']))
  }
  if (values.length > 1) return values.flatMap((value) => readValue(value, ['header-repeated']))
  const [value = ''] = values
  const parts = value.split(/[,;]\s*/).filter((part) => part !== '')
  if (parts.length < 2) return readValue(value, [])
  // A list of signatures, or one prefix that ends in a comma, as in other schemes.
  return [...parts.flatMap((part) => readValue(part, ['header-repeated'])), ...readValue(value, [])]
}

function readValue(value: string, before: readonly FindingCode[]): SignatureForm[] {
  const codes = [...before]
  // A header was read as Latin-1; characters beyond ASCII are usually UTF-8.
  const text = Buffer.from(value, 'latin1')
    .toString()
    .normalize('NFKC')
    .replaceAll(/[\s"'<>]/g, '')
  if (text !== value) codes.push('white-space')
  if (text.startsWith(signaturePrefix)) return readDigest(text.slice(signaturePrefix.length), codes)
  const [, digest] = /^[a-z0-9-]{1,16}[=:,](.+)$/i.exec(text) ?? []
  // Base64 may end in an equals sign, which does not end a prefix.
  return digest !== undefined && digest.length > 20
    ? readDigest(digest, [...codes, 'prefix-wrong'])
    : readDigest(text, [...codes, 'prefix-missing'])
}

function readDigest(digest: string, codes: readonly FindingCode[]): SignatureForm[] {
  const mistakes: Mistake[] = codes.map((code) => ({ code }))
  if (/^([0-9a-f]{2})+$/i.test(digest)) return [{ mac: Buffer.from(digest, 'hex'), mistakes }]
  const mac = Buffer.from(digest, 'base64')
  const isDigest = /^[\w+/-]+={0,2}$/.test(digest) && isKnownLength(mac)
  return isDigest ? [{ mac, mistakes: [...mistakes, { code: 'base64' }] }] : []
}
