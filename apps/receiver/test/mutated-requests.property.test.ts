import { createHmac } from 'node:crypto'
import { examples } from '@partner-platform/contract-kit'
import { scaled } from '@partner-platform/harness'
import { createSecret } from '@partner-platform/webhooks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nowMs, returned, returnedBytes } from './deliveries.ts'
import { createDriver } from './drive.ts'
import { useSharedReceiver } from './use-receiver.ts'

const openReceiver = useSharedReceiver()
const [secret, stranger] = [createSecret(), createSecret()]
const requests = scaled(100)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** The signature by another implementation than the receiver's. */
const signatureOf = (body: Uint8Array, by = secret) => {
  const key = Buffer.from(by.slice(by.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}
const example = fc.constantFrom(
  ...examples('SubmissionUpdated')
    .filter(({ folder, bytes }) => folder !== 'unparseable' && bytes.length > 0)
    .map(({ bytes }) => Buffer.from(bytes)),
)
const ownEvent = fc
  .uuid()
  .map((uuid) =>
    Buffer.from(String(Buffer.from(returnedBytes)).replace(returned.submission.uuid, uuid)),
  )
const body = fc.oneof(
  { arbitrary: ownEvent, weight: 4 },
  example,
  fc.tuple(example, fc.nat(), fc.nat(7)).map(([bytes, at, bit]) => {
    const flipped = Buffer.from(bytes)
    flipped[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit)
    return flipped
  }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
const signing = fc.constantFrom<(own: Uint8Array, other: Uint8Array) => string>(
  (own) => signatureOf(own),
  (own) => signatureOf(own),
  (_own, other) => signatureOf(other),
  (own) => signatureOf(own, stranger),
  (own) => signatureOf(own).toUpperCase(),
  (own) => signatureOf(own).slice(0, -1),
  (own) => `${signatureOf(own)},${signatureOf(own)}`,
)

it(`I2 none of ${requests} mutated requests gets into the inbox unverified (SEED=${seed})`, async () => {
  const { url, events, entries } = await openReceiver({ secrets: [secret], now: () => nowMs })
  const deliver = createDriver(50)
  const signed = new Set<string>()
  const requestsSent = fc.sample(fc.tuple(body, body, signing), { numRuns: requests, seed })
  await Promise.all(
    requestsSent.map(async ([own, other, sign]) => {
      const signature = sign(own, other)
      const isGenuine = signature === signatureOf(own)
      if (isGenuine) signed.add(own.toString())
      const reply = await deliver(url, { body: own, signature })
      expect(reply?.status).toBe(isGenuine ? 202 : 401)
    }),
  )
  const kept = (await events()).map(({ body }) => Buffer.from(body).toString())
  // More than half of the bodies are distinct events, and two sevenths are signed.
  expect(kept.length).toBeGreaterThan(requests / 100)
  expect(kept.filter((text) => !signed.has(text))).toEqual([])
  expect((await entries('quarantined')).some(({ verified }) => !verified)).toBe(true)
})
