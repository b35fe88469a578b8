import { constants, messages } from '@partner-platform/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventHeader } from '../src/headers.ts'
import { createSecret, createWebhookHandler, type ReceiverOptions } from '../src/index.ts'
import { contentType, signedDelivery } from './delivery.ts'
import { type Entry, openEntries } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const { receiverAnswers } = constants
const json = messages.submissionUpdated.contentType
const secret = createSecret()
const body = JSON.stringify(returnedEvent)

let opened: Entry[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((entry) => entry.close()))
})

async function open(changes: Partial<ReceiverOptions> = {}) {
  const recorder = createRecorder(eventAtMs)
  const options = { ...recorder.options, secrets: [secret], ...changes } as ReceiverOptions
  opened = await openEntries(options)
  return { recorder, entries: opened }
}

const typeLines: [says: string, lines: [string, string][], wanted: boolean][] = [
  ['plain', [['Content-Type', json]], true],
  ['with a charset', [['Content-Type', `${json}; charset=utf-8`]], true],
  ['with white space and a tab', [['Content-Type', `${json} \t;\tcharset="utf-8"`]], true],
  ['in odd case', [['content-TYPE', json.toUpperCase()]], true],
  ['missing', [], false],
  ['empty', [['Content-Type', '']], false],
  ['text', [['Content-Type', 'text/plain']], false],
  ['a form', [['Content-Type', 'application/x-www-form-urlencoded']], false],
  ['another JSON type', [['Content-Type', 'application/problem+json']], false],
  ['a longer type', [['Content-Type', `${json}x`]], false],
  ['JSON as a parameter', [['Content-Type', `text/plain; a=${json}`]], false],
  ['a list', [['Content-Type', `${json}, ${json}`]], false],
  ['a list after a parameter', [['Content-Type', `${json}; a=b, text/plain`]], false],
  [
    'two lines',
    [
      ['Content-Type', json],
      ['Content-Type', json],
    ],
    false,
  ],
  [
    'two lines that differ',
    [
      ['Content-Type', json],
      ['Content-Type', 'text/plain'],
    ],
    false,
  ],
]

describe('D-009 content type', () => {
  it.each(typeLines)('%s', async (_, lines, wanted) => {
    const { recorder, entries } = await open()
    const signed = await signedDelivery(body, secret)
    const others = signed.lines.filter((line) => line !== contentType)
    for (const entry of entries) {
      const { status } = await entry.deliver({ ...signed, lines: [...lines, ...others] })
      expect(status).toBe(wanted ? receiverAnswers.accepted : receiverAnswers.wrongContentType)
      expect(recorder.take()).toHaveLength(wanted ? 1 : 0)
    }
  })
})

describe('receivers', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '4.2.method answer %s with 405',
    async (method) => {
      const { recorder, entries } = await open()
      const signed = await signedDelivery(method === 'GET' || method === 'HEAD' ? '' : body, secret)
      for (const entry of entries) {
        const { status, headers } = await entry.deliver({ ...signed, method })
        expect([status, headers.allow]).toEqual([405, 'POST'])
        expect(recorder.take()).toEqual([])
      }
    },
  )

  it('D-006 pass on the event, its bytes and its storage key before they answer', async () => {
    const { recorder, entries } = await open()
    const signed = await signedDelivery(body, secret)
    const storageKey = Buffer.from(
      await crypto.subtle.digest('SHA-256', new Uint8Array(signed.body)),
    ).toString('hex')
    for (const entry of entries) {
      const answer = await entry.deliver(signed)
      expect(answer).toMatchObject({
        status: receiverAnswers.accepted,
        body: '{"outcome":"accepted"}',
      })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(recorder.take()).toEqual([
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
    }
  })

  it('D-009 answer a duplicate like an accepted event', async () => {
    const { entries } = await open({ onEvent: async () => 'duplicate' })
    const signed = await signedDelivery(body, secret)
    for (const entry of entries) {
      const { status, body } = await entry.deliver(signed)
      expect([status, body]).toEqual([receiverAnswers.duplicate, '{"outcome":"duplicate"}'])
    }
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full: Ravi Menon')
      },
    ],
    ['rejects', async () => Promise.reject(new Error('disk full: Ravi Menon'))],
    [
      'throws no error',
      () => {
        throw 'disk full: Ravi Menon'
      },
    ],
  ])('D-009 answer 503 and Retry-After if onEvent %s', async (_, onEvent) => {
    const { recorder, entries } = await open({ onEvent, retryAfterSeconds: 7 })
    const signed = await signedDelivery(body, secret)
    for (const entry of entries) {
      const { status, headers, body } = await entry.deliver(signed)
      expect([status, headers['retry-after']]).toEqual([receiverAnswers.storageFailed, '7'])
      expect(body).toBe('{"outcome":"storageFailed","code":"storage-failed"}')
      expect(recorder.errors.splice(0)).toMatchObject([{ code: 'storage-failed' }])
    }
  })

  it.each([
    ['verified', 'not json', secret],
    ['unverified', body, createSecret()],
  ])('D-009 answer 503 if onQuarantine rejects a %s body', async (_, text, by) => {
    const { recorder, entries } = await open({ onQuarantine: () => Promise.reject(new Error()) })
    const signed = await signedDelivery(text, by)
    for (const entry of entries) {
      const { status, headers } = await entry.deliver(signed)
      const defaultSeconds = String(constants.retryDelaysSeconds[1])
      expect([status, headers['retry-after']]).toEqual([503, defaultSeconds])
      expect(recorder.errors.splice(0)).toMatchObject([{ code: 'storage-failed' }])
    }
  })

  it('D-009 answer 503 if the clock throws', async () => {
    const now = () => {
      throw new RangeError('no clock')
    }
    const { recorder, entries } = await open({ now })
    const signed = await signedDelivery(body, secret)
    for (const entry of entries) {
      expect((await entry.deliver(signed)).body).toContain('"code":"storage-failed"')
      expect(recorder.errors.splice(0)).toMatchObject([{ code: 'storage-failed' }])
    }
  })

  it('I10 report a failure without onError by its kind only', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const options = { onEvent: () => Promise.reject(new RangeError('Ravi Menon')) }
    const recorder = createRecorder(eventAtMs)
    const { onError: _, ...rest } = recorder.options
    opened = await openEntries({ ...rest, ...options, secrets: [secret] })
    const signed = await signedDelivery(body, secret)
    for (const entry of opened) await entry.deliver(signed)
    const text = 'Webhook not stored (storage-failed): RangeError. Pass onError to see the error.'
    expect(printed.mock.calls).toEqual([[text], [text], [text]])
  })

  it('log what to change if a parser read the body before', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { onError: _, ...rest } = createRecorder(eventAtMs).options
    const handle = createWebhookHandler({ ...rest, secrets: [secret] })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('https://hooks.example/', { method: 'POST', headers, body: '{}' })
    await request.json()
    expect((await handle(request)).status).toBe(503)
    expect(printed.mock.calls[0]?.[0]).toMatch(
      /^Webhook not stored \(body-unreadable\): .*Mount the/,
    )
    const failing = createWebhookHandler({
      ...{ ...rest, secrets: [secret] },
      onEvent: () => Promise.reject(new TypeError('Ravi Menon')),
    })
    const signed = await signedDelivery(body, secret)
    const lines = signed.lines.map(([name, value]): [string, string] => [name, value])
    await failing(new Request(request.url, { method: 'POST', headers: lines, body }))
    expect(printed.mock.calls[1]?.[0]).toContain('(storage-failed): TypeError.')
  })

  it('answer even if onError throws', async () => {
    const fail = () => {
      throw new Error()
    }
    const { entries } = await open({ onEvent: fail, onError: fail })
    const signed = await signedDelivery(body, secret)
    for (const entry of entries) expect((await entry.deliver(signed)).status).toBe(503)
  })

  it('D-007 answer 401 and keep the body if verification fails', async () => {
    const { recorder, entries } = await open()
    const signed = await signedDelivery(body, createSecret())
    for (const entry of entries) {
      expect((await entry.deliver(signed)).status).toBe(receiverAnswers.unverified)
      expect(recorder.take()).toMatchObject([
        { as: 'quarantine', code: 'signature-mismatch', verified: false, body: signed.body },
      ])
    }
  })

  it("5.6 quarantine instead of reject under policy 'quarantine'", async () => {
    const { recorder, entries } = await open({ policy: 'quarantine' })
    const signed = await signedDelivery(body, createSecret())
    for (const entry of entries) {
      const { status, body } = await entry.deliver(signed)
      expect(status).toBe(receiverAnswers.quarantined)
      expect(body).toBe('{"outcome":"quarantined","code":"signature-mismatch"}')
      expect(recorder.take()).toMatchObject([{ as: 'quarantine', verified: false }])
    }
  })

  it('5.5 accept without a signature if verification is off, and note it', async () => {
    const { recorder, entries } = await open({ secrets: undefined, verification: 'off' } as object)
    const { body: bytes } = await signedDelivery(body, secret)
    for (const entry of entries) {
      await entry.deliver({ lines: [contentType], body: bytes })
      expect(recorder.take()).toMatchObject([
        { as: 'event', notes: ['event-header-mismatch', 'unverified'] },
      ])
    }
  })

  it('5.5 call nothing verified if verification is off', async () => {
    const { recorder, entries } = await open({ secrets: undefined, verification: 'off' } as object)
    const signed = await signedDelivery('{', secret)
    for (const entry of entries) {
      expect((await entry.deliver(signed)).status).toBe(receiverAnswers.quarantined)
      expect(recorder.take()).toMatchObject([{ code: 'invalid-json', verified: false }])
    }
  })

  it('import the key of a secret once', async () => {
    const [older, newer] = [createSecret(), createSecret()]
    const signed = await signedDelivery(body, newer)
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const { entries } = await open({ secrets: [newer, older] })
    for (const entry of entries) for (let at = 0; at < 3; at++) await entry.deliver(signed)
    expect(importKey).toHaveBeenCalledTimes(1)
  })

  it('verify with secrets that no longer fit the key cache', async () => {
    const signed = await signedDelivery(body, secret)
    const many = Array.from({ length: 100 }, () => createSecret())
    const { entries } = await open({ secrets: [...many, secret] })
    for (const entry of entries) expect((await entry.deliver(signed)).status).toBe(202)
  })

  it('D-004 rotate without a restart', async () => {
    const next = createSecret()
    let secrets = [secret]
    const { entries } = await open({ secrets: async () => secrets })
    const byOld = await signedDelivery(body, secret)
    const byNew = await signedDelivery(body, next)
    const statuses = async (entry: Entry) => [
      (await entry.deliver(byOld)).status,
      (await entry.deliver(byNew)).status,
    ]
    for (const entry of entries) {
      secrets = [secret]
      expect(await statuses(entry)).toEqual([202, 401])
      secrets = [next, secret]
      expect(await statuses(entry)).toEqual([202, 202])
      secrets = [next]
      expect(await statuses(entry)).toEqual([401, 202])
    }
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('vault is down'))],
    ['gives nothing', () => [] as string[]],
    ['returns an unusable secret', () => ['whsec_']],
  ])('answer 503 if the secrets function %s', async (_, secrets) => {
    const { recorder, entries } = await open({ secrets })
    const signed = await signedDelivery(body, secret)
    for (const entry of entries) {
      const { status, headers } = await entry.deliver(signed)
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(recorder.errors.splice(0)).toMatchObject([{ code: 'secrets-unavailable' }])
      expect(recorder.take()).toEqual([])
    }
  })

  it('I3 store the same for any unsigned headers', async () => {
    const { recorder, entries } = await open()
    const signed = await signedDelivery(body, secret)
    const kept = signed.lines.filter(([name]) => name !== eventHeader)
    const changes: [string, string][][] = [
      [[eventHeader, 'another.event']],
      [
        [eventHeader, returnedEvent.event],
        [eventHeader, 'another.event'],
      ],
      [[eventHeader, '']],
      [
        ['Content-Encoding', 'gzip'],
        ['X-Forwarded-For', '10.0.0.1'],
        ['Cookie', 'a=b'],
      ],
      [
        ['X-Platform-Timestamp', '0'],
        ['Idempotency-Key', 'x'],
        ['Date', 'yesterday'],
      ],
    ]
    for (const entry of entries) {
      for (const lines of changes) {
        expect((await entry.deliver({ ...signed, lines: [...kept, ...lines] })).status).toBe(202)
        expect(recorder.take()).toMatchObject([
          {
            as: 'event',
            event: returnedEvent,
            body: signed.body,
            notes: ['event-header-mismatch'],
          },
        ])
      }
    }
  })
})

describe('options', () => {
  const good = { secrets: [secret], onEvent: () => {}, onQuarantine: () => {} }
  it.each([
    ['secrets', { secrets: undefined }],
    ['secrets', { secrets: [] }],
    ['secrets[0]', { secrets: ['whsec_x'] }],
    ['verification', { verification: 'on' }],
    ['onEvent', { onEvent: undefined }],
    ['onQuarantine', { onQuarantine: 'yes' }],
    ['onError', { onError: 1 }],
    ['now', { now: 0 }],
    ['policy', { policy: 'accept' }],
    ['retryAfterSeconds', { retryAfterSeconds: -1 }],
    ['retryAfterSeconds', { retryAfterSeconds: 0.5 }],
    ['retryAfterSeconds', { retryAfterSeconds: '5' }],
  ])('F20 refuse an unusable %s: %o', async (name, change) => {
    const options = { ...good, ...change } as unknown as ReceiverOptions
    await expect(openEntries(options)).rejects.toThrow(TypeError)
    const message = await openEntries(options).catch((error: Error) => error.message)
    expect(String(message).startsWith(`${name} `)).toBe(true)
  })
})

describe('D-005 unsigned headers', () => {
  it('D-005 pass every header line on unchanged', async () => {
    const { recorder, entries } = await open()
    for (const { name, onTheWire, deliver } of entries) {
      const { lines, body: bytes } = await signedDelivery(body, secret)
      const traces = [
        ['X-Trace', 'one'],
        ['x-trace', 'two'],
      ] as const
      await deliver({ lines: [...lines, ...traces], body: bytes })
      const values = recorder.headers.at(-1)?.filter(([header]) => header === 'x-trace')
      const joined = [['x-trace', 'one, two']] // `Headers` joins lines before we see them.
      const apart = [
        ['x-trace', 'one'],
        ['x-trace', 'two'],
      ]
      expect({ name, values }).toEqual({ name, values: onTheWire ? apart : joined })
    }
  })
})
