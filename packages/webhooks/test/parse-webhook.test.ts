import * as node from 'node:crypto'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventHeader, signatureHeader } from '../src/headers.ts'
import {
  createSecret,
  type HeadersInput,
  type ParseWebhookOptions,
  parseWebhook,
} from '../src/index.ts'
import { createNodeEngine, type HmacKey, useEngine, webCrypto } from '../src/mac.ts'
import { signPayload } from '../src/signature.ts'
import { eventLine, signedDelivery } from './delivery.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'

const nodeCrypto = createNodeEngine(node)
useEngine(webCrypto)
const secret = createSecret()
const body = JSON.stringify(returnedEvent)
const signature = await signPayload({ body, secret })
const now = () => eventAtMs

const parse = (changes: Partial<ParseWebhookOptions>) => {
  const headers = { [eventHeader]: eventLine[1], [signatureHeader]: signature }
  return parseWebhook({ body, headers, secrets: [secret], now, ...changes } as ParseWebhookOptions)
}
const accepted = { ok: true, event: returnedEvent, notes: [], departures: [] }

/** The result for an event with these changes, signed. */
async function parseEvent(change: object, changes: Partial<ParseWebhookOptions> = {}) {
  const { body, lines } = await signedDelivery(
    JSON.stringify({ ...returnedEvent, ...change }),
    secret,
  )
  return parse({ body, headers: lines, ...changes })
}

describe('headers', () => {
  const lower = signatureHeader.toLowerCase()
  const name = eventLine[1]
  const forms: [string, HeadersInput][] = [
    ['Headers', new Headers([[...eventLine], [signatureHeader, signature]])],
    ['a record', { [eventHeader]: name, [signatureHeader]: signature, x: undefined }],
    ['a record in lower case', { [eventHeader.toLowerCase()]: name, [lower]: signature }],
    ['a record of lists, as headersDistinct', { [eventHeader]: [name], [lower]: [signature] }],
    ['pairs', [eventLine, [signatureHeader, signature]]],
    ['a generator, which can be read once', pairs([eventLine, [signatureHeader, signature]])],
  ]
  it.each(forms)('are read from %s', async (_, headers) => {
    expect(await parse({ headers })).toEqual(accepted)
  })

  const fault = () => {
    throw new Error('canary')
  }
  const broken: [string, unknown][] = [
    ['a getter', Object.defineProperty({}, lower, { get: fault, enumerable: true })],
    ['an iterator', { [Symbol.iterator]: fault }],
    ['a proxy', new Proxy({}, { ownKeys: fault })],
    ['an entry', [new Proxy([], { get: fault })]],
  ]
  it.each(broken)('D-002 count as missing if %s throws', async (_, headers) => {
    expect(await parse({ headers: headers as HeadersInput })).toMatchObject({
      ok: false,
      code: 'missing-signature',
    })
  })

  const twice = (first: string, second: string): [string, string][] =>
    [first, second].map((name) => [name, signature])
  const repeated: [string, HeadersInput][] = [
    ['Headers', new Headers(twice(signatureHeader, signatureHeader))],
    ['a list', { [lower]: [signature, signature] }],
    ['names in two cases', { [signatureHeader]: signature, [lower]: signature }],
    ['pairs', twice(signatureHeader, lower)],
    ['a joined value', { [lower]: `${signature}, ${signature}` }],
  ]
  it.each(repeated)('D-002 are malformed if the signature repeats in %s', async (_, headers) => {
    expect(await parse({ headers })).toMatchObject({ ok: false, code: 'malformed-signature' })
  })

  const carrier = { [signatureHeader]: signature }
  const others = [undefined, null, 7, 'x-platform-signature', [], {}, [[]], [[7, 7]]]
  it.each<[string, unknown]>([
    ...[...others, new Map([[{}, 1]])].map((headers): [string, unknown] => ['a value', headers]),
    ['a function', Object.assign(() => {}, carrier)],
    ['inherited names', Object.create(carrier)],
  ])('D-002 lack a signature in %s: %o', async (_, headers) => {
    const parsed = await parse({ headers: headers as HeadersInput })
    expect(parsed).toMatchObject({ ok: false, code: 'missing-signature' })
  })
})

describe('D-005 time window', () => {
  const { timestampAgeLimitSeconds: age, timestampFutureLimitSeconds: future } = constants
  const rows: [says: string, aheadMs: number, want: string][] = [
    ['now', 0, 'ok'],
    ['ahead by the limit', future * 1000, 'ok'],
    ['ahead by a millisecond more', future * 1000 + 1, 'timestamp-in-future'],
    ['old by the limit', -age * 1000, 'ok'],
    ['old by a millisecond more', -age * 1000 - 1, 'timestamp-too-old'],
  ]
  it.each(rows)('%s', async (_, aheadMs, want) => {
    const parsed = await parse({ now: () => eventAtMs - aheadMs })
    expect(parsed.ok ? 'ok' : parsed.code).toBe(want)
    if (!parsed.ok) expect(parsed.issues).toMatchObject([{ path: '/timestamp', keyword: want }])
  })

  it.each<[string, number, Partial<ParseWebhookOptions>, string]>([
    ['any age', -age * 9_000, { maxAgeSeconds: Number.POSITIVE_INFINITY }, 'ok'],
    ['a stricter age', -61_000, { maxAgeSeconds: 60 }, 'timestamp-too-old'],
    ['any lead', future * 9_000, { maxAheadSeconds: Number.POSITIVE_INFINITY }, 'ok'],
    ['a stricter lead', 1_001, { maxAheadSeconds: 1 }, 'timestamp-in-future'],
  ])('D-005 a receiver may set %s', async (_, aheadMs, limits, want) => {
    const parsed = await parse({ now: () => eventAtMs - aheadMs, ...limits })
    expect(parsed.ok ? 'ok' : parsed.code).toBe(want)
  })
})

describe('D-024 event names', () => {
  it('refuses an unknown event whose body does not fit', async () => {
    const parsed = await parseEvent({ event: 'agent.updated', submission: undefined })
    expect(parsed).toMatchObject({
      ok: false,
      code: 'unknown-event',
      issues: [{ path: '/submission', keyword: 'required' }],
    })
  })

  it.each([
    ['another name', 'submission.archived'],
    ['other case', 'Submission.Updated'],
    ['nothing', undefined],
  ])('notes a header that says %s, and follows the body', async (_, name) => {
    const headers = { [signatureHeader]: signature, [eventHeader]: name }
    expect(await parse({ headers })).toEqual({ ...accepted, notes: ['event-header-mismatch'] })
  })
})

describe('D-006 order of checks', () => {
  const long = 'x'.repeat(constants.bodyLimitBytes + 1)
  it.each([
    ['size before signature', { body: long, headers: {} }, 'body-too-large'],
    [
      'size of text in bytes',
      { body: 'é'.repeat(constants.bodyLimitBytes / 2 + 1) },
      'body-too-large',
    ],
    ['grammar before bytes', { body: { a: 1 } as never, headers: {} }, 'missing-signature'],
    ['signature before UTF-8', { body: Uint8Array.of(0xff) }, 'signature-mismatch'],
    ['signature before JSON', { body: '{' }, 'signature-mismatch'],
    ['signature before time', { body: body.replace('2025', '1999') }, 'signature-mismatch'],
  ] as [string, Partial<ParseWebhookOptions>, string][])('%s', async (_, changes, code) => {
    expect(await parse(changes)).toMatchObject({ ok: false, code })
  })

  it('asks whether the raw body was passed if the signature does not match', async () => {
    const parsed = await parse({ body: JSON.stringify(returnedEvent, null, 2) })
    expect(parsed).toMatchObject({
      ok: false,
      code: 'signature-mismatch',
      issues: [{ path: '', message: expect.stringContaining('Are you passing the raw body?') }],
    })
  })

  it.each([{ a: 1 }, undefined, 'a\ud800'])('refuses %o as a body', async (wrong) => {
    const changes = { body: wrong as string }
    expect(await parse(changes)).toMatchObject({ ok: false, code: 'body-not-raw' })
    const off = await parseWebhook({ ...changes, headers: {}, verification: 'off', now })
    expect(off).toMatchObject({ ok: false, code: 'body-not-raw' })
  })

  it.each([
    ['WebCrypto', webCrypto],
    ['node:crypto', nodeCrypto],
  ])('parses what it verified with %s, even if the bytes change meanwhile', async (_, engine) => {
    useEngine(engine)
    onTestFinished(() => useEngine(webCrypto))
    const bytes = new TextEncoder().encode(body)
    const parsing = parse({ body: bytes })
    bytes.fill(0x20)
    expect(await parsing).toEqual(accepted)
  })

  it('parses what it verified, even if another thread changes shared memory meanwhile', async () => {
    const encoded = new TextEncoder().encode(body)
    const shared = new Uint8Array(new SharedArrayBuffer(encoded.length))
    shared.set(encoded)
    const importKey = (secret: Uint8Array<ArrayBuffer>): HmacKey => {
      const key = nodeCrypto.importKey(secret) as HmacKey
      const verify: HmacKey['verify'] = (mac, bytes) => {
        const isMatch = key.verify(mac, bytes)
        shared.fill(0x20)
        return isMatch
      }
      return { ...key, verify }
    }
    useEngine({ ...nodeCrypto, importKey })
    onTestFinished(() => useEngine(webCrypto))
    expect(await parse({ body: shared })).toEqual(accepted)
  })
})

function* pairs(lines: (readonly [string, string])[]): Generator<readonly [string, string]> {
  yield* lines
}
