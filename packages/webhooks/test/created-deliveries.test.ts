import { createDelivery, examples } from '@partner-platform/fixtures'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import { createSecret, parseWebhook, signPayload, verifySignature } from '../src/index.ts'

describe.each(Object.entries(examples.SubmissionUpdated))('a delivery of %s', (_, event) => {
  it.each([createSecret(), 'a secret as plain text', new Uint8Array([1, 2, 255])])(
    'D-003 verifies and parses',
    async (secret) => {
      const secrets = [secret]
      const { body, headers } = await createDelivery({ event, secret })
      const signature = headers[signatureHeader]
      expect(await verifySignature({ body, signature, secrets })).toEqual({ ok: true })
      const parsed = await parseWebhook({ body, headers, secrets })
      expect(parsed).toMatchObject({ ok: true, notes: [], departures: [] })
      expect(parsed.ok && parsed.event.submission).toEqual(event.submission)
    },
  )
})

it.each([
  ...['', '  ', ' a', 'whsec_', 'whsec_?', 'whsec_AA', 'whsec_AB==', ' whsec_AAAA', 'whsec_AAAA\n'],
  ...['a\ud800', new Uint8Array(0)],
])('D-003 refuses %j, as createDelivery does', async (secret) => {
  const event = examples.SubmissionUpdated.returned
  await expect(createDelivery({ event, secret })).rejects.toThrow(TypeError)
  await expect(signPayload({ body: '{}', secret })).rejects.toThrow(TypeError)
})
