import { imperfectWebhooks } from '@partner-platform/fixtures/tables'
import { constants, messages } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import {
  createSecret,
  createWebhookHandler,
  parseInstant,
  parseWebhook,
  signPayload,
  toEffectKey,
} from '../src/index.ts'
import { contentType, eventLine, signedDelivery } from './delivery.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const ours = createSecret()

/** The request of a row, as its platform sends it. */
async function toDelivery({
  event,
  secret = ours,
  digits,
  headers = {},
}: (typeof imperfectWebhooks)[number]) {
  const body = new TextEncoder().encode(JSON.stringify(event))
  const signature = await signPayload({ body, secret })
  const [prefix = '', hex = ''] = signature.split(/(?<==)/)
  const lines = new Map<string, string>(
    [contentType, eventLine].map(([name, value]) => [name.toLowerCase(), value]),
  )
  lines.set(signatureHeader.toLowerCase(), prefix + (digits ? hex.toUpperCase() : hex))
  for (const [name, value] of Object.entries(headers))
    if (value === null) lines.delete(name)
    else lines.set(name, value)
  return { body, lines: [...lines], secrets: [secret] }
}

describe('an imperfect delivery that the source allows', () => {
  it.each(imperfectWebhooks)('$rule $name becomes an event', async (row) => {
    const { body, lines, secrets } = await toDelivery(row)
    const { timestamp } = row.event as { timestamp: string }
    const recorder = createRecorder(parseInstant(timestamp))
    const handle = createWebhookHandler({ ...recorder.options, secrets })
    const request = new Request('https://hooks.example/', { method: 'POST', headers: lines, body })
    expect((await handle(request)).status).toBe(constants.receiverAnswers.accepted)
    const [stored, ...more] = recorder.take()
    expect(more).toEqual([])
    expect(stored?.as).toBe('event')
    const departures = stored?.as === 'event' ? stored.departures : []
    expect([...new Set(departures.map(({ path }) => path))].sort()).toEqual(row.departs.toSorted())
    for (const { note, message } of departures) {
      expect(note).toBe('tolerated')
      expect(message).toMatch(/^(expected .+, received|is|must) .+/)
    }
  })

  it('6.1.4 handles an alias under the name in the contract', async () => {
    const name = 'submission.status.updated'
    const body = JSON.stringify({ ...returnedEvent, event: name })
    const { lines } = await signedDelivery(body, ours)
    const headers = lines.map((line) => (line === eventLine ? ([line[0], name] as const) : line))
    const options = { body, headers, secrets: [ours], now: () => eventAtMs }
    const aliases = { [name]: messages.submissionUpdated.name }
    expect(await parseWebhook({ ...options, aliases })).toMatchObject({
      ok: true,
      event: returnedEvent,
      notes: ['tolerated'],
      departures: [{ path: '/event', keyword: 'enum' }],
    })
    expect(await parseWebhook(options)).toMatchObject({
      event: { event: name },
      notes: ['unknown-event', 'tolerated'],
    })
  })

  it('D-005 has one effect key, however its UUID and instant are spelt', () => {
    const { submission, timestamp } = returnedEvent
    const key = toEffectKey(returnedEvent, 'staging')
    expect(key).toContain(timestamp)
    const spelt = {
      ...returnedEvent,
      timestamp: timestamp.replace('Z', '999+00:00'),
      submission: { ...submission, uuid: submission.uuid.toUpperCase() },
    }
    expect(toEffectKey(spelt, 'staging')).toBe(key)
    // The case of another identifier may tell two apart.
    const [one, other] = ['sub_aB', 'sub_Ab'].map((uuid) =>
      toEffectKey({ ...returnedEvent, submission: { ...submission, uuid } }, 'staging'),
    )
    expect(one).not.toBe(other)
  })
})

describe('parseInstant', () => {
  const noon = Date.parse('2025-06-14T12:00:00.000Z')
  it.each([
    ['2025-06-14T12:00:00Z', noon],
    ['2025-06-14T12:00:00', noon],
    ['2025-06-14T17:30:00+05:30', noon],
    ['2025-06-14T17:30:00+0530', noon],
    ['2025-06-14 14:00:00+02', noon],
    ['2025-06-15T11:59:00+23:59', noon],
    ['2025-06-14T08:00:00.0009-04:00', noon],
    ['2025-06-14t12:00:00.25z', noon + 250],
    ['2025-06-14 12:00:00,25Z', noon + 250],
    ['2025-06-14T11:59:60Z', noon],
    ['2025-06-14T24:00:00.000+12:00', noon],
    ['2025-06-14T17:29:60+05:30', noon],
    ['2024-02-29T00:00:00Z', Date.parse('2024-02-29T00:00:00Z')],
    ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
    ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59.999Z', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('2.3.timestamp reads %s', (text, want) => {
    expect(parseInstant(text)).toBe(want)
  })

  it.each([
    '',
    '2025-06-14',
    '2025-06-14T12:00Z',
    '1749902400',
    '2025-02-30T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-06-14T24:00:01Z',
    '2025-06-14T24:00:00.0001Z',
    '20250614T120000Z',
    '2025-06-14T12:60:00Z',
    '2025-06-14T12:00:61Z',
    '2025-06-14T12:00:00+24:00',
    '2025-06-14T12:00:00Z ',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '٢٠٢٥-06-14T12:00:00Z',
  ])('2.3.timestamp names no instant: %j', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})
