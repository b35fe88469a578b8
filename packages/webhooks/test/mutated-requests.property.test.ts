import { createHmac } from 'node:crypto'
import { examples } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import { createSecret, createWebhookReceiver } from '../src/index.ts'
import { contentType } from './delivery.ts'
import type { Line } from './entries.ts'
import { createRecorder } from './recorder.ts'

const [secret, stranger] = [createSecret(), createSecret()]
const bodies = examples('SubmissionUpdated')
  .filter(({ folder }) => folder === 'valid' || folder === 'tolerated')
  .map(({ bytes }) => Buffer.from(bytes))

type Request = { body: Buffer; lines: readonly Line[] }
type Mutate = (request: Request, at: number, byte: number) => Request

/** The digest by another implementation than the package's. */
const signatureOf = (body: Uint8Array, of = secret) => {
  const key = Buffer.from(of.slice(of.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}

/** Changes the body at `at`, which may be its end. */
const inBody =
  (change: (body: Buffer, at: number, byte: number) => Buffer[]): Mutate =>
  ({ body, lines }, at, byte) => ({
    body: Buffer.concat(change(body, at % (body.length + 1), byte)),
    lines,
  })
const unsigned = ({ lines }: Request) => lines.filter(([name]) => name !== signatureHeader)
const signedBy =
  (of: string): Mutate =>
  (request) => ({
    ...request,
    lines: [...unsigned(request), [signatureHeader, signatureOf(request.body, of)]],
  })
/** Adds a header line. */
const withLine =
  (toLine: (request: Request, byte: number) => Line): Mutate =>
  (request, _at, byte) => ({ ...request, lines: [...request.lines, toLine(request, byte)] })

// The vectors cover changes to the form of a signature.
const mutations: Readonly<Record<string, Mutate>> = {
  'one bit flipped': inBody((body, at, byte) => {
    const flipped = (body[at] ?? 0) ^ (1 << (byte % 8))
    return [body.subarray(0, at), Buffer.of(flipped), body.subarray(at + 1)]
  }),
  'a byte inserted': inBody((body, at, byte) => [
    ...[body.subarray(0, at), Buffer.of(byte), body.subarray(at)],
  ]),
  'a byte removed': inBody((body, at) => [body.subarray(0, at), body.subarray(at + 1)]),
  'cut short': inBody((body, at) => [body.subarray(0, at)]),
  'another body': ({ lines }, at) => ({ body: bodies[at % bodies.length] as Buffer, lines }),
  'a digit changed': ({ body, lines }, at, byte) => ({
    body,
    lines: lines.map(([name, value]) => {
      const index = at % (value.length + 1)
      const changed = value.slice(0, index) + (byte % 16).toString(16) + value.slice(index + 1)
      return [name, name === signatureHeader ? changed : value]
    }),
  }),
  'signed by a stranger': signedBy(stranger),
  'signed again': signedBy(secret),
  'two lines': withLine(({ body }) => [signatureHeader, signatureOf(body)]),
  'no line': (request) => ({ ...request, lines: unsigned(request) }),
  'another event header': withLine(() => ['X-Platform-Event', 'other']),
  'an unknown header': withLine((_, byte) => ['X-Trace', String(byte)]),
}

/** Whether the request carries exactly one line, and that the right one for its bytes. */
function isGenuine({ body, lines }: Request): boolean {
  const values = lines.filter(([name]) => name === signatureHeader)
  return values.length === 1 && values[0]?.[1] === signatureOf(body)
}

const step = fc.record({
  mutation: fc.constantFrom(...Object.entries(mutations)),
  at: fc.nat(100_000),
  byte: fc.nat(255),
})
const mutated = fc.record({
  body: fc.constantFrom(...bodies),
  steps: fc.array(step, { maxLength: 3 }),
})

// Sent at once: a single request mostly waits for WebCrypto.
const batch = 50
const runs = scaled(10_000 / batch)
const timeLimitMs = Math.max(240_000, scaled(24_000))

it(
  'I2 nothing unverified reaches onEvent in mutated requests',
  async () => {
    const seen = { event: 0, verified: 0, unverified: 0 }
    const receivers = Array.from({ length: batch }, () => {
      const { options, take } = createRecorder()
      const receiver = createWebhookReceiver({ ...options, secrets: [secret] })
      return async ({ body, lines }: Request) => {
        const readBody = async () => new Uint8Array(body)
        const { status } = await receiver.receive({ method: 'POST', headers: lines, readBody })
        const [stored] = take()
        const trusted = stored?.as === 'event' || (stored?.as === 'quarantine' && stored.verified)
        seen[stored?.as === 'event' ? 'event' : trusted ? 'verified' : 'unverified']++
        return trusted === isGenuine({ body, lines }) && status === (trusted ? 202 : 401)
      }
    })
    const requests = fc.array(mutated, { minLength: batch, maxLength: batch })
    const property = fc.asyncProperty(requests, async (given) => {
      const isRight = await Promise.all(
        given.map(({ body, steps }, lane) => {
          const genuine = {
            body,
            lines: [contentType, [signatureHeader, signatureOf(body)]] as const,
          }
          const sent = steps.reduce<Request>(
            (changed, { mutation: [, mutate], at, byte }) => mutate(changed, at, byte),
            genuine,
          )
          return receivers[lane]?.(sent)
        }),
      )
      const wrong = given.filter((_, lane) => !isRight[lane])
      expect(wrong.map(({ steps }) => steps.map(({ mutation: [name] }) => name))).toEqual([])
    })
    await fc.assert(property, { numRuns: runs })
    // Each kind of outcome was met often, or the mutations prove nothing.
    expect(seen.event).toBeGreaterThan((runs * batch) / 10)
    expect(seen.unverified).toBeGreaterThan((runs * batch) / 10)
    expect(seen.verified).toBeGreaterThan((runs * batch) / 1000)
  },
  timeLimitMs,
)
