import { imperfectWebhooks } from '@partner-platform/contract-kit'
import { constants, messages } from '@partner-platform/types'
import {
  createSecret,
  parseInstant,
  signPayload,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { eventWith } from '../deliveries.ts'
import { callbackPath, useSharedReceiver } from '../use-receiver.ts'
import { ask } from '../wire.ts'

const { accepted } = constants.receiverAnswers
const uuid = 'a3f0c2d4-7b1e-4c58-9a6d-2e8f4b0c1d35'
const ofSubmission = (submission: string, more: object = {}) => {
  const event = eventWith({ seconds: 0 })
  return { ...event, submission: { ...event.submission, uuid: submission }, ...more }
}

describe('events that are odd, and legal', () => {
  const openReceiver = useSharedReceiver()

  it.each(imperfectWebhooks)('$rule $name is kept as an event', async (row) => {
    const { event, secret = createSecret(), digits, headers = {} } = row
    const now = () => parseInstant((event as WebhookEvent).timestamp) ?? 0
    const { url, events, quarantined } = await openReceiver({ secrets: [secret], now })
    const body = Buffer.from(JSON.stringify(event))
    const signature = await signPayload({ body, secret })
    const spelt = signature.replace(/(?<==).*/, (hex) => (digits ? hex.toUpperCase() : hex))
    const lines = new Map([
      ['content-type', messages.submissionUpdated.contentType],
      ['x-platform-event', messages.submissionUpdated.name],
      ['x-platform-signature', spelt],
    ])
    for (const [name, value] of Object.entries(headers))
      if (value === null) lines.delete(name)
      else lines.set(name, value)
    const { status } = await ask(url, { path: callbackPath, headers: [...lines], body })
    expect(status).toBe(accepted)
    expect([await quarantined(), (await events()).length]).toEqual([[], 1])
  })

  it('D-005 take effect once, however their UUID and instant are spelt', async () => {
    const { send, events, untilHandled } = await openReceiver()
    const event = ofSubmission(uuid)
    const spelt = { ...ofSubmission(uuid.toUpperCase()) }
    spelt.timestamp = event.timestamp.replace('Z', '000+00:00')
    for (const one of [event, spelt]) {
      const { status } = await send({ body: JSON.stringify(one) })
      expect(status).toBe(accepted)
    }
    await untilHandled(1)
    expect(await events()).toHaveLength(1)
  })

  it('D-005 cost no other event of their batch, with a NUL, half a surrogate pair or a UUID of 9 kB', async () => {
    const { send, events, quarantined } = await openReceiver()
    const odd = [`${uuid}\0`, '\uD800', 'f'.repeat(9_000), '', uuid]
    const answers = await Promise.all(
      odd.map((one) => send({ body: JSON.stringify(ofSubmission(one)) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(odd.map(() => accepted))
    expect(await quarantined()).toEqual([])
    expect(await events()).toHaveLength(odd.length)
  })
})
