import { constants } from '@partner-platform/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../src/errors.ts'
import { createSecret, parseWebhook, webhookErrors } from '../src/index.ts'
import { badBodies } from './bad-bodies.ts'
import { signedDelivery } from './delivery.ts'
import { type Entry, openEntries } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const secret = createSecret()
const secrets = [secret]
const now = () => eventAtMs

const parse = async (body: string | Uint8Array) => {
  const { lines, body: bytes } = await signedDelivery(body, secret)
  return parseWebhook({ body: bytes, headers: lines, secrets, now })
}

describe('D-006 parseWebhook of a signed body', () => {
  it('quarantines an event that is truncated at any byte', async () => {
    const text = JSON.stringify(returnedEvent)
    for (let length = 0; length < text.length; length++) {
      expect(await parse(text.slice(0, length))).toMatchObject({ code: 'invalid-json' })
    }
  })

  it('names the place of a duplicate key', async () => {
    const body = '{"a/b":[{},{"c~d":1,"e":2,"c~d":3}]}'
    const parsed = await parse(body)
    expect(parsed).toMatchObject({ issues: [{ path: '/a~1b/1/c~0d', keyword: 'duplicate-key' }] })
  })

  it('drops __proto__ at any depth, and pollutes nothing', async () => {
    const body = JSON.stringify(returnedEvent).replace(
      '"agent":{',
      '"x":{"__proto__":{"polluted":1}},"\\u005f_proto__":{"polluted":1},"agent":{',
    )
    const parsed = await parse(body)
    expect(parsed).toMatchObject({ ok: true })
    const event = parsed.ok ? (parsed.event as object as { x: object }) : { x: {} }
    expect(Object.hasOwn(event, '__proto__')).toBe(false)
    expect(Object.hasOwn(event.x, '__proto__')).toBe(false)
    expect(Object.getPrototypeOf(Object.assign({}, event.x))).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})

describe('D-006 to D-009 receivers of a signed body', () => {
  const recorder = createRecorder(eventAtMs)
  let entries: Entry[] = []
  beforeAll(async () => {
    entries = await openEntries({ ...recorder.options, secrets })
  })
  afterAll(() => Promise.all(entries.map((entry) => entry.close())))

  it.each(badBodies)(
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
      expect(first?.status).toBe(
        want === 'accepted'
          ? constants.receiverAnswers.accepted
          : statusOf(webhookErrors[want].outcome),
      )
      const isKept = want !== 'body-too-large'
      expect(first?.stored).toHaveLength(isKept ? 1 : 0)
      if (!isKept || want === 'accepted') return
      expect(first?.stored).toMatchObject([{ code: want }])
      const issues = first?.stored.flatMap((kept) => (kept.as === 'quarantine' ? kept.issues : []))
      expect(issues?.length).toBeGreaterThan(0)
      expect(JSON.stringify(issues)).not.toMatch(/Ravi|Menon|Skyline/)
    },
  )
})
