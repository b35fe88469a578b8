import { createDelivery, examples } from '@partner-platform/fixtures'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import { createSecret, parseWebhook, verifySignature } from '../src/index.ts'

describe.each(Object.entries(examples.SubmissionUpdated))('a delivery of %s', (_, event) => {
  it.each([createSecret(), 'a secret as plain text'])(
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
