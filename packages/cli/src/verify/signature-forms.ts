import { constants } from '@partner-platform/types'
import { contractHeaders } from '../contract-headers.ts'
import type { HttpMessage } from '../http-message/http-message.ts'
import { isKnownLength } from './digests.ts'
import type { FindingCode } from './findings.ts'

/** A digest that the header lines of a request may mean, and what had to be overlooked to read it. */
export type SignatureForm = { mac: Buffer; codes: readonly FindingCode[] }

const signatureName = contractHeaders.signature.toLowerCase()
const { signaturePrefix } = constants

/** Every digest that may be meant: of the signature header, or, where there is none, of any other. */
export function signatureForms({ headers }: Pick<HttpMessage, 'headers'>): SignatureForm[] {
  const values = headers
    .filter(([name]) => name.toLowerCase() === signatureName)
    .map(([, value]) => value)
  if (values.length === 0) {
    return headers
      .filter(([name]) => /signature|hmac|digest/i.test(name))
      .flatMap(([, value]) => readValue(value, ['header-renamed']))
  }
  if (values.length > 1) return values.flatMap((value) => readValue(value, ['header-repeated']))
  const [value = ''] = values
  const parts = value.split(/[,;]\s*/).filter((part) => part !== '')
  if (parts.length < 2) return readValue(value, [])
  // A list of signatures, or one prefix that ends in a comma, as others sign.
  return [...parts.flatMap((part) => readValue(part, ['header-repeated'])), ...readValue(value, [])]
}

function readValue(value: string, before: readonly FindingCode[]): SignatureForm[] {
  const codes = [...before]
  // A header is read byte for byte; characters beyond ASCII are UTF-8, as far as they are any.
  const text = Buffer.from(value, 'latin1')
    .toString()
    .normalize('NFKC')
    .replaceAll(/[\s"'<>]/g, '')
  if (text !== value) codes.push('white-space')
  if (text.startsWith(signaturePrefix)) return readDigest(text.slice(signaturePrefix.length), codes)
  const [, digest] = /^[a-z0-9-]{1,16}[=:,](.+)$/i.exec(text) ?? []
  // Base64 may end in an equals sign: that is none of a prefix.
  return digest !== undefined && digest.length > 20
    ? readDigest(digest, [...codes, 'prefix-wrong'])
    : readDigest(text, [...codes, 'prefix-missing'])
}

function readDigest(digest: string, codes: readonly FindingCode[]): SignatureForm[] {
  if (/^([0-9a-f]{2})+$/i.test(digest)) {
    return [{ mac: Buffer.from(digest, 'hex'), codes }]
  }
  const mac = Buffer.from(digest, 'base64')
  const isDigest = /^[\w+/-]+={0,2}$/.test(digest) && isKnownLength(mac)
  return isDigest ? [{ mac, codes: [...codes, 'base64'] }] : []
}
