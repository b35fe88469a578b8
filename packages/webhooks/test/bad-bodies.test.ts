import { constants } from '@partner-platform/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../src/errors.ts'
import { createSecret, type ParseCode, parseWebhook, webhookErrors } from '../src/index.ts'
import { signedDelivery } from './delivery.ts'
import { type Entry, openEntries } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const secret = createSecret()
const secrets = [secret]
const text = JSON.stringify(returnedEvent)
const { bodyLimitBytes, jsonDepthLimit } = constants

async function parse(body: string | Uint8Array) {
  const { lines, body: bytes } = await signedDelivery(body, secret)
  return parseWebhook({ body: bytes, headers: lines, secrets, now: () => eventAtMs })
}

describe('D-006 parseWebhook of a signed body', () => {
  it('quarantines an event that is truncated at any byte', async () => {
    for (let length = 0; length < text.length; length++) {
      expect(await parse(text.slice(0, length))).toMatchObject({ code: 'invalid-json' })
    }
  })

  it('names the place of a duplicate key', async () => {
    const parsed = await parse('{"a/b":[{},{"c~d":1,"e":2,"c~d":3}]}')
    expect(parsed).toMatchObject({ issues: [{ path: '/a~1b/1/c~0d', keyword: 'duplicate-key' }] })
  })

  it('drops and reports __proto__ at any depth, and pollutes nothing', async () => {
    const members = '"x":{"__proto__":{"polluted":1}},"\\u005f_proto__":{"polluted":1},'
    const parsed = await parse(text.replace('"agent":{', `${members}"agent":{`))
    const message = expect.stringContaining('__proto__')
    const dropped = { path: '', keyword: 'propertyNames', message, note: 'tolerated' }
    expect(parsed).toMatchObject({ event: returnedEvent, departures: [dropped, { path: '/x' }] })
    const event = parsed.ok ? (parsed.event as object as { x: object }) : { x: {} }
    expect(Object.hasOwn(event, '__proto__')).toBe(false)
    expect(Object.hasOwn(event.x, '__proto__')).toBe(false)
    expect(Object.getPrototypeOf(Object.assign({}, event.x))).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})

/** The event with one more member, as written. */
const withMember = (member: string) => `${text.slice(0, -1)},${member}}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
/** A member with an object at the deepest allowed level. */
const deepest = (object: string) => `"x":${nested(jsonDepthLimit - 2).replace('[]', `[${object}]`)}`
/** The event, with white space up to a size in bytes. */
const padded = (size: number) => text + ' '.repeat(size - Buffer.byteLength(text))
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join()

/** Bodies that no example of the contract has: bad JSON, and JSON that only looks bad. */
const bodies: [says: string, body: string | Uint8Array, want: 'accepted' | ParseCode][] = [
  ['a missing comma', text.replace(',"timestamp"', '"timestamp"'), 'invalid-json'],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'invalid-utf8'],
  ['an empty object', '{}', 'invalid-payload'],
  ['escaped surrogates the wrong way round', withMember('"x":"\\ude00\\ud83d"'), 'accepted'],
  ['half a surrogate pair in a key', withMember('"\\ud800":1'), 'accepted'],
  ['half a surrogate pair twice as a key', withMember('"\\ud800":1,"\\uD800":2'), 'duplicate-key'],
  ['an escaped surrogate pair', withMember('"x":"\\ud83d\\ude00"'), 'accepted'],
  ['an escaped backslash before ud800', withMember('"x":"\\\\ud800"'), 'accepted'],
  ['DEL in text', withMember('"x":"a\u007fb"'), 'accepted'],
  ['the same key twice, same value', withMember('"event":"submission.updated"'), 'duplicate-key'],
  ['the same key twice, other value', withMember('"event":"other"'), 'duplicate-key'],
  ['the same key, escaped', withMember('"\\u0065vent":"other"'), 'duplicate-key'],
  ['the same key after a backslash at the end', withMember('"x":"\\\\","x":1'), 'duplicate-key'],
  ['the same key, deep down', withMember('"x":[{"a":[{}],"b":2,"a":1}]'), 'duplicate-key'],
  ['the same key at the deepest level', withMember(deepest('{"a":1,"a":2}')), 'duplicate-key'],
  ['the same key, after that level', withMember(`${deepest('{}')},"a":2,"a":3`), 'duplicate-key'],
  ['the first of 40 keys twice', withMember(`${keys(40)},"k0":2`), 'duplicate-key'],
  ['a key with a wrong escape', withMember('"\\u":1'), 'invalid-json'],
  ['the empty key twice', withMember('"":1,"":2'), 'duplicate-key'],
  ['__proto__ twice', withMember('"__proto__":1,"\\u005f_proto__":2'), 'duplicate-key'],
  ['a key with an escaped quote twice', withMember('"a\\"b":1,"a\\u0022b":2'), 'duplicate-key'],
  ['keys that differ in case', withMember('"Event":"other"'), 'accepted'],
  ['keys that differ in normal form', withMember('"\u00e9":1,"e\u0301":2'), 'accepted'],
  ['one key in several objects', withMember('"x":[{"a":1},{"a":2},{"a":{"a":3}}]'), 'accepted'],
  ['a key that is a value elsewhere', withMember('"x":["event","event"],"y":"y"'), 'accepted'],
  [`depth ${jsonDepthLimit}`, withMember(`"x":${nested(jsonDepthLimit - 1)}`), 'accepted'],
  [`depth ${jsonDepthLimit + 1}`, withMember(`"x":${nested(jsonDepthLimit)}`), 'too-deep'],
  ['depth 30,000', nested(30_000), 'too-deep'],
  ['60,000 opening brackets', '['.repeat(60_000), 'too-deep'],
  ['brackets in text', withMember(`"x":"${'[{'.repeat(100)}"`), 'accepted'],
  ['6,000 keys', withMember(keys(6_000)), 'accepted'],
  ['exactly the limit', padded(bodyLimitBytes), 'accepted'],
  ['one byte over the limit', padded(bodyLimitBytes + 1), 'body-too-large'],
]

describe('D-006 to D-009 receivers of a signed body', () => {
  const recorder = createRecorder(eventAtMs)
  let entries: Entry[] = []
  beforeAll(async () => {
    entries = await openEntries({ ...recorder.options, secrets })
  })
  afterAll(() => Promise.all(entries.map((entry) => entry.close())))

  it.each(bodies)(
    'I10 answer %s alike, and quote nothing of it in an issue',
    async (_, body, want) => {
      const delivery = await signedDelivery(body, secret)
      const answers = []
      for (const entry of entries) {
        const { status, body } = await entry.deliver(delivery)
        answers.push({ status, body, stored: recorder.take() })
      }
      const [first, ...others] = answers
      for (const other of others) expect(other).toEqual(first)
      const outcome = want === 'accepted' ? want : webhookErrors[want].outcome
      expect(first?.status).toBe(statusOf(outcome))
      const isKept = want !== 'body-too-large'
      expect(first?.stored).toHaveLength(isKept ? 1 : 0)
      if (!isKept) return
      const kept = want === 'accepted' ? { as: 'event' } : { code: want }
      expect(first?.stored).toMatchObject([kept])
      if (want === 'accepted') return
      const issues = first?.stored.flatMap((one) => (one.as === 'quarantine' ? one.issues : []))
      expect(issues?.length).toBeGreaterThan(0)
      expect(JSON.stringify(issues)).not.toMatch(/Ravi|Menon|Skyline/)
    },
  )
})
