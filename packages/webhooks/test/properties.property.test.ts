import { scaled } from '@partner-platform/harness'
import { anyCharacter } from '@partner-platform/harness/any-character'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import {
  createSecret,
  type ParseWebhookOptions,
  parseWebhook,
  signPayload,
  toEffectKey,
  toStorageKey,
  type VerifySignatureOptions,
  verifySignature,
  type WebhookEvent,
  webhookErrors,
} from '../src/index.ts'
import { scanText } from '../src/parse-json.ts'
import { signedDelivery } from './delivery.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'

const secret = createSecret()
const secrets = [secret]
const now = () => eventAtMs
const runs = (count: number) => ({ numRuns: scaled(count) })

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
})
const text = fc.string({ unit: anyCharacter, maxLength: 200 })
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})
const bytes = fc.uint8Array({ maxLength: 200 })
const nearlySigned = fc.stringMatching(/^s?ha256=?[0-9a-fA-F]{60,66}[ ,\n]?$/)
const anySignature = fc.oneof(anything, text, nearlySigned, fc.array(nearlySigned))
const anyBody = fc.oneof(anything, text, anyText, bytes)

describe('I4 totality', () => {
  it('verifySignature answers with a code for any body and signature', async () => {
    const property = fc.asyncProperty(anyBody, anySignature, async (body, signature) => {
      const verified = await verifySignature({ body, signature, secrets } as VerifySignatureOptions)
      expect(verified.ok).toBe(false)
      if (!verified.ok) expect(webhookErrors).toHaveProperty(verified.code)
    })
    await fc.assert(property, runs(1_000))
  })

  it('parseWebhook answers with a code for any body and headers', async () => {
    const record = fc.dictionary(fc.constantFrom(signatureHeader, 'x'), anySignature)
    const lines = fc.array(fc.tuple(fc.constantFrom(signatureHeader, 'x'), anySignature))
    const headers = fc.oneof(anything, record, lines)
    const trust = fc.constantFrom({ secrets }, { verification: 'off' as const })
    const property = fc.asyncProperty(anyBody, headers, trust, async (body, headers, trust) => {
      const parsed = await parseWebhook({ body, headers, ...trust, now } as ParseWebhookOptions)
      expect(parsed.ok).toBe(false)
      if (!parsed.ok) {
        expect(webhookErrors).toHaveProperty(parsed.code)
        expect(parsed.issues.length).toBeGreaterThan(0)
      }
    })
    await fc.assert(property, runs(1_000))
  })

  it('parseWebhook answers with a code for any signed JSON', async () => {
    const property = fc.asyncProperty(fc.json(), async (json) => {
      const { body, lines } = await signedDelivery(json, secret)
      const parsed = await parseWebhook({ body, headers: lines, secrets, now })
      expect(parsed.ok ? 'ok' : parsed.code).toMatch(/^(invalid-payload|unknown-event)$/)
    })
    await fc.assert(property, runs(200))
  })
})

describe('I4 injectivity', () => {
  it('no two texts verify alike, half surrogate pairs included', async () => {
    const similar = fc.constantFrom('', '\ufffd', '\ud800', '\udc00', '\ud800\udc00', '\ufeff')
    const texts = fc.array(similar, { maxLength: 3 }).map((parts) => parts.join(''))
    const wellFormed = fc.oneof(text, texts).filter((one) => !/\p{Surrogate}/u.test(one))
    const property = fc.asyncProperty(
      wellFormed,
      fc.oneof(anyText, texts),
      async (signed, other) => {
        const signature = await signPayload({ body: signed, secret })
        const verified = await verifySignature({ body: other, signature, secrets })
        expect(verified.ok).toBe(other === signed)
      },
    )
    await fc.assert(property, runs(200))
  })
})

describe('trust', () => {
  it('I3 no unsigned header changes the parsed event', async () => {
    const { body, lines } = await signedDelivery(JSON.stringify(returnedEvent), secret)
    const signed = lines.filter(([name]) => name === signatureHeader)
    const name = fc.string().filter((one) => one.toLowerCase() !== signatureHeader.toLowerCase())
    const property = fc.asyncProperty(fc.array(fc.tuple(name, text)), async (others) => {
      const headers = [...signed, ...others] as [string, string][]
      const parsed = await parseWebhook({ body, headers, secrets, now })
      expect(parsed).toMatchObject({ ok: true, event: returnedEvent })
    })
    await fc.assert(property, runs(100))
  })
})

describe('scanning JSON', () => {
  const json = fc.json({ stringUnit: 'binary', maxDepth: 6 })

  it('finds nothing in what JSON.stringify writes, and its depth', () => {
    const property = fc.property(json, (written) => {
      const depth = depthOf(JSON.parse(written))
      expect(scanText(written)).toMatchObject({ depth, duplicateAt: undefined })
    })
    fc.assert(property, runs(300))
  })

  it('finds a repeated key in any escaping', () => {
    const key = fc.string({ unit: anyCharacter })
    const escaped = fc.boolean()
    const property = fc.property(key, json, json, escaped, (key, one, two, escaped) => {
      const plain = JSON.stringify(key)
      const other = escaped
        ? `"${[...Array(key.length).keys()].map((at) => toEscape(key, at)).join('')}"`
        : plain
      const written = `[{"":{},"x${key.length}":[]},{${plain}:${one},${other}:${two}}]`
      const path = `/1/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      expect(scanText(written).duplicateAt).toBe(path)
    })
    fc.assert(property, runs(200))
  })
})

const toEscape = (text: string, at: number) =>
  `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

describe('D-005 keys', () => {
  it('the storage key is the SHA-256 of the bytes', async () => {
    const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await toStorageKey('abc')).toBe(ofAbc)
    expect(await toStorageKey(Buffer.from('abc'))).toBe(ofAbc)
    await expect(toStorageKey({} as string)).rejects.toThrow(/^body has no storage key/)
  })

  it('two events have one effect key if environment and the four signed parts agree', () => {
    const word = fc.string({ unit: anyCharacter, maxLength: 30 })
    const parts = fc.tuple(word, word, word, word, word)
    const toKey = ([environment = '', event, uuid, timestamp, status]: string[]) =>
      toEffectKey({ event, timestamp, submission: { uuid, status } } as WebhookEvent, environment)
    const property = fc.property(parts, word, fc.nat(4), (parts, other, at) => {
      const changed = parts.with(at, other)
      expect(toKey(changed) === toKey(parts)).toBe(other === parts[at])
    })
    fc.assert(property, runs(50))
  })
})
