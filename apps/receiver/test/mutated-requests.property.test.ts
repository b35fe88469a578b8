import { createHmac } from 'node:crypto'
import { examples } from '@partner-platform/contract-kit'
import { scaled } from '@partner-platform/harness'
import { createSecret } from '@partner-platform/webhooks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nowMs, returned, returnedBytes } from './deliveries.ts'
import { createDriver, type DrivenDelivery } from './drive.ts'
import { useReceiver } from './use-receiver.ts'

const { startReceiver } = useReceiver()
const [secret, stranger] = [createSecret(), createSecret()]
const requests = scaled(200)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** The digest by another implementation than the receiver's. */
const signatureOf = (body: Uint8Array, by = secret) => {
  const key = Buffer.from(by.slice(by.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}
const bodies = examples('SubmissionUpdated')
  .filter(({ folder, bytes }) => folder !== 'unparseable' && bytes.length > 0)
  .map(({ bytes }) => Buffer.from(bytes))

const submissionUuid = returned.submission.uuid

// An event of its own each time.
const ownEvent = fc
  .uuid()
  .map((uuid) => Buffer.from(returnedBytes).toString().replace(submissionUuid, uuid))
  .map((text) => Buffer.from(text))

const body = fc.oneof(
  { arbitrary: ownEvent, weight: 4 },
  fc.constantFrom(...bodies),
  fc.tuple(fc.constantFrom(...bodies), fc.nat(), fc.nat(7)).map(([bytes, at, bit]) => {
    const flipped = Buffer.from(bytes)
    flipped[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit)
    return flipped
  }),
  fc
    .tuple(fc.constantFrom(...bodies), fc.nat())
    .map(([bytes, at]) => bytes.subarray(0, at % bytes.length)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
/** Turns what would be the true signature into the one that is sent. */
const signing = fc.constantFrom<(own: Uint8Array, other: Uint8Array) => string>(
  (own) => signatureOf(own),
  (own) => signatureOf(own),
  (_own, other) => signatureOf(other),
  (own) => signatureOf(own, stranger),
  (own) => signatureOf(own).toUpperCase(),
  (own) => signatureOf(own).slice(0, -1),
  (own) => signatureOf(own).replace('sha256=', 'sha1='),
  (own) => `${signatureOf(own)},${signatureOf(own)}`,
  () => '',
)
const headers = fc.constantFrom<Record<string, string>>(
  {},
  { 'X-Platform-Event': 'submission.updated' },
  { 'X-Platform-Event': 'other' },
  { 'X-Verified': 'true', 'X-Forwarded-For': '127.0.0.1' },
  { 'X-HTTP-Method-Override': 'PUT' },
)

it(`I2 of ${requests} mutated requests nothing unverified reaches the inbox (SEED=${seed})`, async () => {
  const { url, events, entries } = await startReceiver({ secrets: [secret], now: () => nowMs })
  const deliver = createDriver(50)
  const sent = fc
    .sample(fc.tuple(body, body, signing, headers), { numRuns: requests, seed })
    .map(([own, other, sign, extra]): DrivenDelivery => {
      return { body: own, signature: sign(own, other), headers: extra }
    })
  const statuses = new Set<number | undefined>()
  const signed = new Set<string>()
  while (sent.length > 0) {
    const batch = sent.splice(0, 500)
    const replies = await Promise.all(batch.map((delivery) => deliver(url, delivery)))
    replies.forEach((reply, index) => {
      statuses.add(reply?.status)
      const { body, signature } = batch[index] as DrivenDelivery
      const isTrue = signature === signatureOf(body)
      if (isTrue) signed.add(Buffer.from(body).toString())
      expect(reply?.status).toBe(isTrue ? 202 : 401)
    })
  }
  expect(statuses).toEqual(new Set([202, 401]))
  const kept = (await events()).map(({ body }) => Buffer.from(body).toString())
  // Half of the bodies are distinct events, and two ninths of those have a valid signature.
  expect(kept.length).toBeGreaterThan(requests / 100)
  expect(kept.filter((text) => !signed.has(text))).toEqual([])
  const refused = await entries('quarantined')
  expect(new Set(refused.map(({ verified }) => verified))).toEqual(new Set([true, false]))
})
