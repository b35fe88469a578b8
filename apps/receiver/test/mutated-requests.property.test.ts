import { examples } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import { createSecret } from '@partner-platform/webhooks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signatureOf } from '../src/testing/create-sender.ts'
import { nowMs, returned, returnedBytes } from './deliveries.ts'
import { createDriver, useSharedReceiver } from './use-receiver.ts'

const openReceiver = useSharedReceiver()
const [secret, stranger] = [createSecret(), createSecret()]
const sign = (body: Uint8Array) => signatureOf(body, secret)
const requests = scaled(100)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

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
  sign,
  sign,
  (_own, other) => sign(other),
  (own) => signatureOf(own, stranger),
  (own) => sign(own).toUpperCase(),
  (own) => sign(own).slice(0, -1),
  (own) => `${sign(own)},${sign(own)}`,
)

it(`I2 none of ${requests} mutated requests gets into the inbox unverified (SEED=${seed})`, async () => {
  const { url, events, entries } = await openReceiver({ secrets: [secret], now: () => nowMs })
  const deliver = createDriver(50)
  const signed = new Set<string>()
  const requestsSent = fc.sample(fc.tuple(body, body, signing), { numRuns: requests, seed })
  await Promise.all(
    requestsSent.map(async ([own, other, signBy]) => {
      const signature = signBy(own, other)
      const isGenuine = signature === sign(own)
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
