import { randomUUID } from 'node:crypto'
import { examples } from '@partner-platform/fixtures/tables'
import { createSecret, parseWebhook, verifySignature } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { ClaimedDelivery } from '../../src/deliver/claim-delivery.ts'
import { createTargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { createSendWebhook } from '../../src/deliver/send-webhook.ts'
import { startReceiver } from '../start-receiver.ts'

const [example] = examples('SubmissionUpdated').filter(({ folder }) => folder === 'valid')
const bytes = example?.bytes ?? new Uint8Array()
const { event: eventName = '', timestamp = '' } = JSON.parse(Buffer.from(bytes).toString())
const now = () => Date.parse(timestamp)
const { signal } = new AbortController()
const send = createSendWebhook({ clock: systemClock, guard: createTargetGuard() })

const toDelivery = (given: Partial<ClaimedDelivery>): ClaimedDelivery => ({
  id: randomUUID(),
  endpointId: randomUUID(),
  submissionId: randomUUID(),
  environment: 'development',
  attempts: 0,
  url: '',
  eventName,
  body: bytes,
  secret: null,
  token: randomUUID(),
  opensAtMs: 0,
  expiresAtMs: Number.POSITIVE_INFINITY,
  ...given,
})

describe('createSendWebhook', () => {
  it('4.2.method, 4.2.path, 4.2.headers, 6.1.2 posts an event that a receiver verifies and accepts', async () => {
    const receiver = await startReceiver()
    const secret = createSecret()
    const attempt = await send(toDelivery({ url: receiver.url, secret }), signal)
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 202 })
    const [request] = receiver.requests
    if (!request) throw new Error('Nothing arrived.')
    expect([request.method, request.path]).toEqual(['POST', '/hook'])
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-platform-event': 'submission.updated',
    })
    const { body, headersDistinct: headers } = request
    const parsed = await parseWebhook({ body, headers, secrets: [secret], now })
    expect(parsed).toMatchObject({ ok: true, notes: [] })
  })

  it('I5 sends the stored bytes, and signs exactly those, at every attempt', async () => {
    const receiver = await startReceiver()
    const secret = createSecret()
    // Bytes that no serializer would reproduce.
    const body = Buffer.from('{ "a":1.0,\t"b":"\\u0041é" }\n')
    const delivery = toDelivery({ url: receiver.url, secret, body })
    await send(delivery, signal)
    await send({ ...delivery, attempts: 1 }, signal)
    const signatures = receiver.requests.map(({ headers }) => headers['x-platform-signature'])
    expect(receiver.requests.map((request) => request.body)).toEqual([body, body])
    expect(new Set(signatures).size).toBe(1)
    const signature = String(signatures[0])
    expect(await verifySignature({ body, signature, secrets: [secret] })).toEqual({ ok: true })
    const reserialised = JSON.stringify(JSON.parse(body.toString()))
    const changed = await verifySignature({ body: reserialised, signature, secrets: [secret] })
    expect(changed).toMatchObject({ ok: false, code: 'signature-mismatch' })
  })

  it('4.2.headers sends the name of the event', async () => {
    const receiver = await startReceiver()
    await send(toDelivery({ url: receiver.url, eventName: 'submission.stamped' }), signal)
    expect(receiver.requests[0]?.headers['x-platform-event']).toBe('submission.stamped')
  })

  it('5.5 sends no signature if none is agreed', async () => {
    const receiver = await startReceiver()
    await send(toDelivery({ url: receiver.url }), signal)
    expect(receiver.requests).toHaveLength(1)
    expect(receiver.requests[0]?.headers).not.toHaveProperty('x-platform-signature')
  })

  it('D-025 passes the environment of the delivery to the guard', async () => {
    const receiver = await startReceiver()
    const delivery = toDelivery({ url: receiver.url, environment: 'production' })
    expect(await send(delivery, signal)).toMatchObject({ outcome: 'blocked', status: null })
    expect(receiver.requests).toEqual([])
  })
})
