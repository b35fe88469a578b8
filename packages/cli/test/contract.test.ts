import { bodyBytes, examples, signatureVectors } from '@partner-platform/fixtures/tables'
import { messages } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import { signatureHeader } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { examples as carried } from '../src/generated/examples.ts'
import { buildEvent, bytesOf, findExample } from '../src/send/build-event.ts'
import { checkSendable } from '../src/send/send.ts'
import { verifyRequest } from '../src/verify/diagnose.ts'

const identity = {
  timestamp: '2030-02-03T04:05:06.789Z',
  uuid: '0f0e0d0c-0b0a-4908-8706-050403020100',
}

describe('signature vectors', () => {
  it.each(signatureVectors.rows)('$rule $name: verify', async ({ given, want }) => {
    const headers = [given.signature ?? []].flat().map((value) => [signatureHeader, value] as const)
    const request = { method: 'POST', target: '/', headers, body: bodyBytes(given) }
    const report = await verifyRequest(request, { secrets: given.secrets, otherSecrets: [] })
    expect(report).toMatchObject(want)
    // What is refused is always explained, if only by saying that it cannot be.
    if (!report.ok) expect(report.diagnoses.length).toBeGreaterThan(0)
  })
})

describe('examples of the event', () => {
  const rows = examples(messages.submissionUpdated.payload)
  const nameOf = ({ name, folder }: { name: string; folder: string }) =>
    name in carried ? name : `${folder}-${name}`

  it.each(rows)(
    '$rule $folder/$name is carried byte for byte, and sent only if the service may send it',
    async (example) => {
      const body = await buildEvent({ example: nameOf(example) }, identity)
      expect(new Uint8Array(bytesOf(findExample(nameOf(example))))).toEqual(example.bytes)
      const issues = await checkSendable(body)
      // What is built has a UUID and a timestamp of its own.
      const isMended = /^\/(timestamp|submission\/uuid)$/.test(example.path ?? '')
      const { folder } = example
      expect(issues.length === 0).toBe(folder === 'valid' || (folder === 'tolerated' && isMended))
      if (example.folder === 'invalid' || example.folder === 'unparseable') {
        expect(new Uint8Array(body)).toEqual(example.bytes)
      } else {
        expect(JSON.parse(body.toString())).toMatchObject({
          timestamp: identity.timestamp,
          submission: { uuid: identity.uuid },
        })
      }
    },
  )
})

describe('events that are built', () => {
  it.each([undefined, 'VISA_GRANTED', 'RETURNED', 'ANY_OTHER', ''])(
    '6.3, 6.4.1 status %s gives an event that the service may send',
    async (status) => {
      const body = await buildEvent({ status }, identity)
      const event = JSON.parse(body.toString())
      expect(isSubmissionUpdatedSent(event)).toBe(true)
      expect(event.submission.status).toBe(status ?? 'VISA_GRANTED')
      expect(body.toString()).toBe(JSON.stringify(event))
    },
  )
})
