import { createHash, createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'
import { createSecret, signatureHeader, signPayload } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { diagnose, verifyRequest } from '../../src/verify/diagnose.ts'
import { compactBody, toRequest } from './saved-request.ts'

const secret = createSecret()
const rest = secret.slice(constants.secretPrefix.length)
const key = Buffer.from(rest, 'base64')
const signed = await signPayload({ body: compactBody, secret })
const hex = signed.slice(constants.signaturePrefix.length)
const mac = Buffer.from(hex, 'hex')
const text = compactBody.toString()
const value = JSON.parse(text)
const none = { secrets: [secret], otherSecrets: [] }

const codesOf = async (...args: Parameters<typeof diagnose>) =>
  (await diagnose(...args)).map(({ code }) => code)
const hmac = (algorithm: string, with_: Buffer | string, body: Buffer = compactBody) =>
  createHmac(algorithm, with_).update(body).digest('hex')
const sign = (digest: string) => constants.signaturePrefix + digest

const names = [...new Set(text.match(/(?<=")\w+(?=":)/g))].sort()
const sorted = JSON.stringify(value, names)
const python = ascii(
  JSON.stringify(value, null, 1)
    .replaceAll(/(?<=[{[])\n */g, '')
    .replaceAll(/\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' '),
)
const indented = Buffer.from(JSON.stringify(value, null, 2))
const crlf = Buffer.from(indented.toString().replaceAll('\n', '\r\n'))
const cut = compactBody.subarray(0, -5)
const logged = Buffer.concat([compactBody, Buffer.from('\n-- end of log --\n')])
const inChunks = Buffer.concat(
  [compactBody.subarray(0, 300), compactBody.subarray(300), Buffer.of()].flatMap((part) => [
    ...[Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')],
  ]),
)

/** The same body as programs print or change it. */
const changedBodies: [code: string, says: string, body: Buffer | string][] = [
  ['body-reserialised', 'as Python prints it', python],
  ['body-line-end', 'with a final newline', `${text}\n`],
  ['body-line-end', 'with CRLF', `${text}\r\n`],
  ['body-trimmed', 'with spaces before', `  ${text}`],
  ['body-bom', 'with a byte order mark', `\ufeff${text}`],
  ['body-encoding', 'decomposed', text.normalize('NFD')],
  ['body-encoding', 'read as Latin-1', compactBody.toString('latin1')],
  ['body-quoted', 'a JSON string', JSON.stringify(text)],
]

describe('a body that was changed after it was signed', () => {
  it.each(changedBodies)('5.7, D-001 is %s when it is %s', async (code, _, changed) => {
    expect(await codesOf(toRequest(Buffer.from(changed as string), signed), none)).toEqual([code])
  })

  it.each([
    ['body-longer', logged, 'content-length', String(compactBody.length)],
    ['body-shorter', cut, 'content-length', String(compactBody.length)],
    ['body-chunked', inChunks, 'transfer-encoding', 'chunked'],
  ])('D-001 is %s when another header line says so', async (code, body, name, line) => {
    const lines = [
      [signatureHeader, signed],
      [name, line],
    ] as const
    expect(await codesOf(toRequest(body, lines), none)).toEqual([code])
  })

  it('D-001 says that it may be another secret if nothing matches', async () => {
    const [diagnosis] = await diagnose(toRequest(compactBody, sign('0'.repeat(64))), none)
    expect(diagnosis?.says).toMatch(
      /^A different secret signed the request, or the body was changed/,
    )
  })
})

describe('a signer that signed something else', () => {
  it.each<[string, string, Buffer | string, Buffer?]>([
    ['body-reserialised', 'the body indented by 2', indented],
    ['body-reserialised', 'the body indented by 4', JSON.stringify(value, null, 4)],
    ['body-reserialised', 'the body indented, with a final newline', `${indented}\n`],
    ['body-reserialised', 'the body with its members sorted', sorted],
    ['body-reserialised', 'the body in ASCII only', ascii(text)],
    ['body-reserialised', 'the body as Python prints it', python],
    ['body-reserialised', 'the body as Go prints it', text.replaceAll('&', '\\u0026')],
    ['body-reserialised', 'the body as PHP prints it', ascii(text).replaceAll('/', '\\/')],
    ['body-line-end', 'the body with a final newline', `${text}\n`],
    ['body-line-end', 'LF, saved as CRLF', indented, crlf],
    ['body-line-end', 'CRLF, saved as LF', crlf, indented],
    ['body-bom', 'the body with a byte order mark', `\ufeff${text}`],
    ['body-quoted', 'the body as a JSON string', JSON.stringify(text)],
    ['body-empty', 'nothing', ''],
  ])('5.7, D-001 is %s when it signed %s', async (code, _, body, saved = compactBody) => {
    const signature = sign(hmac('sha256', key, Buffer.from(body as string)))
    expect(await codesOf(toRequest(saved, signature), none)).toEqual([code])
  })
})

describe('a secret that was used in another way', () => {
  it.each<[string, string, used: Buffer | string, configured?: string]>([
    ['secret-as-text', 'used as text, prefix and all', secret],
    ['secret-as-text', 'used as text without the prefix', rest],
    ['secret-as-text', 'used as text with the line end of a file', `${secret}\n`],
    ['secret-as-hex', 'used as the hexadecimal digits of its bytes', key.toString('hex')],
    ['secret-prefix-decoded', 'decoded with the prefix', Buffer.from(secret, 'base64')],
    ['secret-empty', 'nothing', ''],
    ['secret-empty', 'the word undefined', 'undefined'],
    ['secret-prefix-missing', 'configured without its prefix', key, rest],
    ['secret-malformed', 'configured in quotes', key, `"${secret}"`],
    ['secret-as-hex', 'configured as hexadecimal digits', key, key.toString('hex')],
  ])('D-003 is %s when it was %s', async (code, _, used, configured = secret) => {
    const request = toRequest(compactBody, sign(hmac('sha256', used)))
    const suspects = { secrets: [configured], otherSecrets: [] }
    expect(await codesOf(request, suspects)).toEqual([code])
  })
})

it.each([
  ['D-004', 2, 'older-secret', 'is not the newest', [createSecret(), secret]],
  [
    'D-003',
    1,
    'secret-malformed',
    'is one of a list with an unusable one',
    [secret, 'whsec_short'],
  ],
])('%s verifies with secret %i and says %s if it %s', async (_rule, number, code, _, secrets) => {
  const report = await verifyRequest(toRequest(compactBody, signed), { secrets, otherSecrets: [] })
  expect(report).toMatchObject({ ok: true, secret: number, diagnoses: [{ code }] })
})

it('gives up at its limit, and yields to other work meanwhile', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => {
    return [signatureHeader, sign(hash(Buffer.of(at % 256, at >> 8)))] as const
  })
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const body = Buffer.from(JSON.stringify({ text: 'a'.repeat(10_000) }))
  const suspects = { secrets: Array.from({ length: 50 }, createSecret), otherSecrets: [] }
  const limit = { digestedBytesLimit: 64 * 1024 ** 2 }
  const found = await codesOf(toRequest(body, lines), suspects, limit)
  clearInterval(timer)
  expect(found).toEqual(['header-repeated', 'unexplained'])
  expect(turns).toBeGreaterThan(5)
})

describe('a signature in another form', () => {
  it.each([
    [['prefix-missing'], 'without its prefix', hex],
    [['prefix-wrong'], 'with its prefix in upper case', `SHA256=${hex}`],
    [['prefix-wrong'], 'with the prefix of others', `v1=${hex}`],
    [['base64'], 'in base64', sign(mac.toString('base64'))],
    [['base64'], 'in base64url', sign(mac.toString('base64url'))],
    [['prefix-missing', 'base64'], 'in base64, without its prefix', mac.toString('base64')],
    [['prefix-wrong', 'base64'], 'as Standard Webhooks do', `v1,${mac.toString('base64')}`],
    [['white-space'], 'with a space in it', `${constants.signaturePrefix} ${hex}`],
    [['white-space'], 'in quotes', `"${signed}"`],
    [['header-repeated'], 'twice in one line', `${signed}, ${signed}`],
    [['header-repeated'], 'behind another in one line', `${sign('0'.repeat(64))},${signed}`],
    [['prefix-wrong', 'other-algorithm'], 'of SHA-1', `sha1=${hmac('sha1', key)}`],
    [['prefix-wrong', 'other-algorithm'], 'of SHA-512', `sha512=${hmac('sha512', key)}`],
    [['other-algorithm'], 'of MD5', sign(hmac('md5', key))],
    [['not-keyed'], 'of a hash of the body', sign(hash(compactBody))],
    [['not-keyed'], 'of a hash of secret and body', sign(hash(key, compactBody))],
    [['no-digest'], 'as no digest at all', sign('see attachment')],
    [['no-digest'], 'empty', ''],
    [['wrong-length'], 'cut short', signed.slice(0, -2)],
    [['unexplained'], 'of something else', sign('0'.repeat(64))],
  ])('D-002 is %j when it is %s', async (codes, _, signature) => {
    const request = toRequest(compactBody, signature)
    const report = await verifyRequest(request, none)
    expect(report.ok).toBe(false)
    expect(report.diagnoses.map(({ code }) => code)).toEqual(codes)
  })

  const line = (name: string) => [name, signed] as const
  const own = line(signatureHeader)
  it.each([
    ['D-002', 'header-repeated', 'in two lines, though both are right', [own, own], 'malformed'],
    ['5.5', 'signature-missing', 'missing', [], 'missing'],
    ['5.5', 'header-renamed', 'in another header', [line('X-Hub-Signature-256')], 'missing'],
  ])('%s is %s when it is %s', async (_rule, code, _, lines, problem) => {
    const report = await verifyRequest(toRequest(compactBody, lines), none)
    const refused = { ok: false, code: `${problem}-signature`, diagnoses: [{ code }] }
    expect(report).toMatchObject(refused)
  })
})

it('D-001 names several mistakes at once', async () => {
  const digest = createHmac('sha1', rest).update(Buffer.from(python)).digest('base64')
  const codes = await codesOf(toRequest(compactBody, digest), none)
  expect(codes).toEqual([
    'prefix-missing',
    'base64',
    'other-algorithm',
    'secret-as-text',
    'body-reserialised',
  ])
})

it('D-003 no diagnosis shows a secret', async () => {
  const request = toRequest(compactBody, sign(hmac('sha256', secret)))
  const suspects = { secrets: [secret, rest], otherSecrets: [`${rest}A`] }
  const said = JSON.stringify(await diagnose(request, suspects))
  for (const part of [rest, key.toString('hex'), rest.slice(0, 12)])
    expect(said).not.toContain(part)
})

function ascii(one: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return one.replaceAll(/[\u0080-\uffff]/g, escaped)
}

function hash(...parts: Buffer[]): string {
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex')
}
