import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createSecret, signPayload, verifySignature } from '../src/index.ts'

const { secretPrefix, secretBytes } = constants
const toSecret = (bytes: number) => secretPrefix + Buffer.alloc(bytes, 7).toString('base64')
const good = toSecret(24)

const unusable: [says: string, secret: unknown, problem: RegExp][] = [
  ['missing', undefined, /is neither text nor bytes \(undefined\)/],
  ['null', null, /is neither text nor bytes \(null\)/],
  ['a number', 123456, /is neither text nor bytes \(number\)/],
  ['no bytes', new Uint8Array(), /is empty \(0 bytes\)/],
  ['half a surrogate pair', `${'a'.repeat(30)}\uD800`, /is not well-formed text/],
  ['empty', '', /is blank \(0 characters\)/],
  ['blank', ' \t\n', /is blank \(3 characters\)/],
  ['with a space in it', `${good.slice(0, 12)} ${good.slice(12)}`, /is not base64/],
  ['with a final newline after it', `${good}\n`, /has white space around it/],
  ['the prefix alone', secretPrefix, /has nothing after its prefix \(0 bytes\)/],
  ['no base64', `${secretPrefix}${'!'.repeat(40)}`, /is not base64/],
  ['base64url', `${secretPrefix}${'-_'.repeat(20)}`, /is not base64/],
  ['without padding', toSecret(25).replace(/=+$/, ''), /is not base64/],
  ['with stray bits', `${toSecret(25).slice(0, -3)}x==`, /is not base64/],
]

describe('D-003 secrets', () => {
  it.each(unusable)('signPayload refuses a secret that is %s', async (_, secret, problem) => {
    const signing = signPayload({ body: '', secret: secret as string })
    const error = await signing.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    const { message } = error as TypeError
    expect(message).toMatch(problem)
    expect(message.startsWith('secret ')).toBe(true)
    const text = String(secret)
    if (text.length > 12) expect(message).not.toContain(text.slice(10).trim())
  })

  it('verifySignature names the place of an unusable secret', async () => {
    const verifying = verifySignature({ body: '', signature: null, secrets: [good, ''] })
    await expect(verifying).rejects.toThrow(/^secrets\[1\] is blank/)
  })

  it('a secret of one byte is accepted: the service chooses the length', async () => {
    expect(await signPayload({ body: '', secret: toSecret(1) })).toHaveLength(71)
  })

  it('accepts other text and bytes, which are the same key if they are equal', async () => {
    const text = "It's a Secret to Everybody"
    const bytes = new TextEncoder().encode(text)
    const signature = await signPayload({ body: 'a', secret: text })
    for (const secrets of [[bytes], [Buffer.from(text)], [good, text]])
      expect(await verifySignature({ body: 'a', signature, secrets })).toEqual({ ok: true })
    // Bytes are read when they are used.
    bytes.fill(0)
    const changed = await verifySignature({ body: 'a', signature, secrets: [bytes] })
    expect(changed).toEqual({ ok: false, code: 'signature-mismatch' })
  })

  it.each([[[]], [undefined], ['whsec_text'], [null]])('refuses %j as a list', async (secrets) => {
    const act = () =>
      verifySignature({ body: '', signature: '', secrets: secrets as unknown as string[] })
    await expect(act()).rejects.toThrow(/^secrets is unusable\. Pass a list of at least one/)
  })

  it('createSecret returns a new usable secret each time', async () => {
    const made = Array.from({ length: 100 }, createSecret)
    expect(new Set(made).size).toBe(100)
    for (const secret of made) {
      expect(secret.startsWith(secretPrefix)).toBe(true)
      const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64')
      expect(bytes.length).toBe(secretBytes)
      expect(await signPayload({ body: '', secret })).toHaveLength(71)
    }
  })
})
