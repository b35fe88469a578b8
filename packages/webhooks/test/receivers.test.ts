import { constants, messages } from '@partner-platform/types'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSecret, createWebhookHandler, type ReceiverOptions } from '../src/index.ts'
import { contentType, signedDelivery } from './delivery.ts'
import {
  type Answer,
  type Delivery,
  type Entry,
  type Line,
  openEntries,
  openWeb,
} from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder, type Stored } from './recorder.ts'

const { receiverAnswers } = constants
const json = messages.submissionUpdated.contentType
const secret = createSecret()
const body = JSON.stringify(returnedEvent)

// The three entries share one receiver: what does not depend on the request is tested on the web entry.
const recorder = createRecorder(eventAtMs)
const options = { ...recorder.options, secrets: [secret] }
let entries: Entry[] = []
beforeAll(async () => {
  entries = await openEntries(options)
})
afterAll(() => Promise.all(entries.map((entry) => entry.close())))
afterEach(() => vi.restoreAllMocks())

/** Gives the same delivery to each entry, and what it answers and stores to `check`. */
async function deliverToEach(
  delivery: Delivery,
  check: (answer: Answer, stored: Stored[]) => unknown,
): Promise<void> {
  for (const entry of entries) await check(await entry.deliver(delivery), recorder.take())
}

/** Gives a delivery to the web entry with other options. */
async function deliverWith(changes: object, delivery: Delivery): Promise<Answer> {
  return openWeb({ ...options, ...changes } as ReceiverOptions).deliver(delivery)
}

const signed = await signedDelivery(body, secret)
const foreign = await signedDelivery(body, createSecret())
const unread = await signedDelivery('not json', secret)

const type = (value: string, name = 'Content-Type'): Line => [name, value]
const typeLines: [says: string, lines: Line[], wanted: boolean][] = [
  ['plain', [type(json)], true],
  ['with a charset', [type(`${json}; charset=utf-8`)], true],
  ['with white space and a tab', [type(`${json} \t;\tcharset="utf-8"`)], true],
  ['in odd case', [type(json.toUpperCase(), 'content-TYPE')], true],
  ['missing', [], false],
  ['empty', [type('')], false],
  ['another JSON type', [type('application/problem+json')], false],
  ['a longer type', [type(`${json}x`)], false],
  ['JSON as a parameter', [type(`text/plain; a=${json}`)], false],
  ['a list after a parameter', [type(`${json}; a=b, text/plain`)], false],
  ['two lines', [type(json), type(json)], false],
]

describe('a receiver', () => {
  it.each(typeLines)('D-009 answers to a content type that is %s', async (_, lines, wanted) => {
    const others = signed.lines.filter((line) => line !== contentType)
    const want = wanted ? receiverAnswers.accepted : receiverAnswers.wrongContentType
    await deliverToEach({ ...signed, lines: [...lines, ...others] }, ({ status }, stored) =>
      expect([status, stored.length]).toEqual([want, wanted ? 1 : 0]),
    )
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '4.2.method answers %s with 405',
    async (method) => {
      const bodiless = method === 'GET' || method === 'HEAD'
      const delivery = bodiless ? await signedDelivery('', secret) : signed
      await deliverToEach({ ...delivery, method }, ({ status, headers }, stored) =>
        expect([status, headers.allow, stored]).toEqual([405, 'POST', []]),
      )
    },
  )

  it('D-006 passes on the event, its bytes and its storage key before it answers', async () => {
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(signed.body))
    const storageKey = Buffer.from(digest).toString('hex')
    await deliverToEach(signed, (answer, stored) => {
      expect(answer).toMatchObject({
        status: receiverAnswers.accepted,
        body: '{"outcome":"accepted"}',
        headers: { 'content-type': 'application/json; charset=utf-8' },
      })
      expect(stored).toEqual([
        {
          as: 'event',
          event: returnedEvent,
          body: signed.body,
          storageKey,
          notes: [],
          departures: [],
          receivedAtMs: eventAtMs,
        },
      ])
    })
  })

  it('D-005 passes every header line on unchanged', async () => {
    const traces: Line[] = [
      ['X-Trace', 'one'],
      ['x-trace', 'two'],
    ]
    for (const { name, onTheWire, deliver } of entries) {
      await deliver({ ...signed, lines: [...signed.lines, ...traces] })
      const values = recorder.headers
        .at(-1)
        ?.flatMap(([header, value]) => (header === 'x-trace' ? [value] : []))
      // `Headers` joins lines before we see them.
      expect({ name, values }).toEqual({ name, values: onTheWire ? ['one', 'two'] : ['one, two'] })
    }
    recorder.take()
  })
})

describe('a receiver with its own functions', () => {
  afterEach(() => {
    recorder.take()
    recorder.errors.splice(0)
  })

  it('D-009 answers a duplicate like an accepted event', async () => {
    const { status, body } = await deliverWith({ onEvent: async () => 'duplicate' }, signed)
    expect([status, body]).toEqual([receiverAnswers.duplicate, '{"outcome":"duplicate"}'])
  })

  const throwing = (reason: unknown) => () => {
    throw reason
  }
  const noQuarantine = { onQuarantine: () => Promise.reject(new Error()) }
  const { storageFailed } = receiverAnswers
  const firstDelay = String(constants.retryDelaysSeconds[1])
  it.each<[says: string, changes: object, delivery: Delivery, retryAfter: string, code: string]>([
    ['onEvent throws', { onEvent: throwing(new Error()), retryAfterSeconds: 7 }, signed, '7', ''],
    ['onEvent rejects', { onEvent: () => Promise.reject(new Error()) }, signed, firstDelay, ''],
    ['onEvent throws no error', { onEvent: throwing('disk full') }, signed, firstDelay, ''],
    ['onQuarantine rejects a verified body', noQuarantine, unread, firstDelay, ''],
    ['onQuarantine rejects an unverified body', noQuarantine, foreign, firstDelay, ''],
    ['the clock throws', { now: throwing(new RangeError('no clock')) }, signed, firstDelay, ''],
    [
      ...(['secrets rejects', { secrets: () => Promise.reject(new Error()) }, signed] as const),
      ...([firstDelay, 'secrets-unavailable'] as const),
    ],
    ['secrets gives nothing', { secrets: () => [] }, signed, firstDelay, 'secrets-unavailable'],
    ['a secret is unusable', { secrets: () => ['whsec_'] }, signed, '5', 'secrets-unavailable'],
  ])(
    'D-009 answers 503 and Retry-After if %s',
    async (_, changes, delivery, retryAfter, failure) => {
      const code = failure || 'storage-failed'
      const { status, headers, body } = await deliverWith(changes, delivery)
      expect([status, headers['retry-after']]).toEqual([storageFailed, retryAfter])
      expect(body).toBe(JSON.stringify({ outcome: 'storageFailed', code }))
      expect(recorder.errors).toMatchObject([{ code }])
      if (code !== 'storage-failed') expect(recorder.take()).toEqual([])
    },
  )

  it('I10 reports a failure without onError by its kind only', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onEvent = () => Promise.reject(new TypeError('Ravi Menon'))
    await deliverWith({ onEvent, onError: undefined }, signed)
    const text = 'Webhook not stored (storage-failed): TypeError. Pass onError to see the error.'
    expect(printed.mock.calls).toEqual([[text]])
  })

  it('logs what to change if a parser read the body before', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const handle = createWebhookHandler({ ...options, onError: undefined } as never)
    const headers = { 'content-type': json }
    const request = new Request('https://hooks.example/', { method: 'POST', headers, body: '{}' })
    await request.json()
    expect((await handle(request)).status).toBe(503)
    expect(printed.mock.calls[0]?.[0]).toMatch(
      /^Webhook not stored \(body-unreadable\): .*Mount the/,
    )
  })

  it('2.3 passes on a value that is not an event', async () => {
    const { submission: _, ...value } = returnedEvent
    await deliverWith({}, await signedDelivery(JSON.stringify(value), secret))
    expect(recorder.take()).toMatchObject([{ as: 'quarantine', code: 'invalid-payload', value }])
  })

  it('answers even if onError throws', async () => {
    const fail = throwing(new Error())
    expect((await deliverWith({ onEvent: fail, onError: fail }, signed)).status).toBe(503)
  })

  it("5.6, D-007 quarantines instead of rejecting under policy 'quarantine'", async () => {
    const { status, body } = await deliverWith({ policy: 'quarantine' }, foreign)
    expect(status).toBe(receiverAnswers.quarantined)
    expect(body).toBe('{"outcome":"quarantined","code":"signature-mismatch"}')
    expect(recorder.take()).toMatchObject([{ as: 'quarantine', verified: false }])
  })

  const off = { secrets: undefined, verification: 'off' }
  it('5.5 accepts without a signature if verification is off, and notes it', async () => {
    await deliverWith(off, { ...signed, lines: [contentType] })
    const notes = ['event-header-mismatch', 'unverified']
    expect(recorder.take()).toMatchObject([{ as: 'event', notes }])
  })

  it('5.5 calls nothing verified if verification is off', async () => {
    const { status } = await deliverWith(off, unread)
    expect(status).toBe(receiverAnswers.quarantined)
    expect(recorder.take()).toMatchObject([{ code: 'invalid-json', verified: false }])
  })

  it('D-004 rotates without a restart', async () => {
    const next = createSecret()
    let secrets = [secret]
    const { deliver } = openWeb({ ...options, secrets: async () => secrets })
    const byNew = await signedDelivery(body, next)
    const statuses = async () => [(await deliver(signed)).status, (await deliver(byNew)).status]
    expect(await statuses()).toEqual([202, 401])
    secrets = [next, secret]
    expect(await statuses()).toEqual([202, 202])
    secrets = [next]
    expect(await statuses()).toEqual([401, 202])
  })
})
