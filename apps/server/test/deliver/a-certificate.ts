import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** The content of a certificate. Without an issuer, it is self-signed. */
export type CertificateGiven = {
  /** DNS names and IPv4 addresses. */
  names: readonly string[]
  issuer?: Issued
  isAuthority?: boolean
  fromMs?: number
  untilMs?: number
}

export type Issued = { name: string; key: KeyObject; pem: string; keyPem: string }

const dayMs = 86_400_000
let serial = 1

/** Creates a certificate without any tool or any file that could expire. */
export function createCertificate(given: CertificateGiven): Issued {
  const { names, isAuthority = false } = given
  const { fromMs = Date.now() - dayMs, untilMs = Date.now() + dayMs } = given
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = names[0] ?? 'nobody'
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([serial++])),
    ecdsaWithSha256,
    toName(given.issuer?.name ?? name),
    sequence(toTime(fromMs), toTime(untilMs)),
    toName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(toAltNames(names), toConstraints(isAuthority))),
  )
  const signature = sign('sha256', body, given.issuer?.key ?? privateKey)
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature))
  return {
    name,
    key: privateKey,
    pem: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** DER: tag, length, content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)

const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')
/** The critical extension `basicConstraints`: only an authority may sign others. */
const toConstraints = (isAuthority: boolean) => {
  const hex = isAuthority ? '300f0603551d130101ff040530030101ff' : '300c0603551d130101ff04023000'
  return Buffer.from(hex, 'hex')
}

const toName = (name: string) =>
  sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(name)))))

/** `YYMMDDHHMMSSZ`, valid for years until 2049. */
const toTime = (ms: number) => {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)
  return tagged(0x17, Buffer.from(`${digits}Z`))
}

const toAltNames = (names: readonly string[]) => {
  const listed = names.map((name) =>
    isIPv4(name)
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name)),
  )
  return sequence(subjectAltName, tagged(0x04, sequence(...listed)))
}
