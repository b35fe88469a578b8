import { createHmac } from 'node:crypto'
import { examples } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import { messages } from '@partner-platform/types'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import { createSecret, createWebhookReceiver } from '../src/index.ts'
import { createRecorder } from './recorder.ts'

const [secret, stranger] = [createSecret(), createSecret()]
const bodies = examples('SubmissionUpdated')
  .filter(({ folder }) => folder === 'valid' || folder === 'tolerated')
  .map((example) => example.bytes)

type Request = { body: Buffer; lines: [string, string][] }
type Mutate = (request: Request, at: number, byte: number) => Request

/** The digest by another implementation than the package's. */
const signatureOf = (body: Uint8Array, of: string) => {
  const key = Buffer.from(of.slice(of.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}
const splice = (bytes: Buffer, at: number, drop: number, insert: readonly number[] = []) => {
  const start = at % (bytes.length + 1)
  return Buffer.concat([
    bytes.subarray(0, start),
    Buffer.from(insert),
    bytes.subarray(start + drop),
  ])
}
const withSignature = ({ body, lines }: Request, change: (value: string) => string): Request => ({
  body,
  lines: lines.map(([name, value]) =>
    name === signatureHeader ? [name, change(value)] : [name, value],
  ),
})
const withLine = ({ body, lines }: Request, line: [string, string]): Request => ({
  body,
  lines: [...lines, line],
})

const ofBody: Record<string, Mutate> = {
  'one bit flipped': ({ body, lines }, at, byte) => {
    const flipped = Buffer.from(body)
    const index = at % Math.max(1, body.length)
    flipped[index] = (flipped[index] ?? 0) ^ (1 << (byte % 8))
    return { body: flipped, lines }
  },
  'a byte put in': ({ body, lines }, at, byte) => ({ body: splice(body, at, 0, [byte]), lines }),
  'a byte taken out': ({ body, lines }, at) => ({ body: splice(body, at, 1), lines }),
  'cut short': ({ body, lines }, at) => ({ body: body.subarray(0, at % (body.length + 1)), lines }),
  'said twice': ({ body, lines }) => ({ body: Buffer.concat([body, body]), lines }),
  'printed again': ({ body, lines }) => ({ body: printedAgain(body), lines }),
  'another body': ({ lines }, at) => ({ body: bodies[at % bodies.length] as Buffer, lines }),
  'a line end': ({ body, lines }) => ({ body: Buffer.concat([body, Buffer.from('\n')]), lines }),
}
const ofSignature: Record<string, Mutate> = {
  'a digit changed': (request, at, byte) =>
    withSignature(request, (value) => {
      const index = at % Math.max(1, value.length)
      return value.slice(0, index) + (byte % 16).toString(16) + value.slice(index + 1)
    }),
  'upper case': (request) => withSignature(request, (value) => value.toUpperCase()),
  'white space': (request, at) =>
    withSignature(request, (value) => (at % 2 ? ` ${value}` : `${value}\t`)),
  'a digit less': (request) => withSignature(request, (value) => value.slice(0, -1)),
  'a list': (request) => withSignature(request, (value) => `${value}, ${value}`),
  'of a stranger': (request) =>
    withSignature(request, () => signatureOf(request.body, stranger as string)),
  'no prefix': (request) => withSignature(request, (value) => value.replace('sha256=', '')),
  'two lines': (request) =>
    withLine(request, [signatureHeader, signatureOf(request.body, secret as string)]),
  'no line': ({ body, lines }) => ({
    body,
    lines: lines.filter(([name]) => name !== signatureHeader),
  }),
}
const ofNothing: Record<string, Mutate> = {
  'another event header': (request) => withLine(request, ['X-Platform-Event', 'other']),
  'an unknown header': (request, _at, byte) => withLine(request, ['X-Trace', String(byte)]),
  'signed again': (request) =>
    withSignature(request, () => signatureOf(request.body, secret as string)),
}
const mutations = Object.entries({ ...ofBody, ...ofSignature, ...ofNothing })

function printedAgain(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))
  } catch {
    return Buffer.from('{}')
  }
}

/** Whether the request carries exactly one line, and that the right one for its bytes. */
function isGenuine({ body, lines }: Request): boolean {
  const values = lines.filter(([name]) => name.toLowerCase() === signatureHeader.toLowerCase())
  return values.length === 1 && values[0]?.[1] === signatureOf(body, secret as string)
}

const step = fc.tuple(fc.nat(mutations.length - 1), fc.nat(100_000), fc.nat(255))
const mutated = fc.record({
  body: fc.nat(bodies.length - 1),
  steps: fc.array(step, { maxLength: 3 }),
})
type Mutated = { body: number; steps: [mutation: number, at: number, byte: number][] }

function toRequest({ body: index, steps }: Mutated): Request {
  const body = bodies[index] as Buffer
  const genuine: Request = {
    body,
    lines: [
      ['content-type', messages.submissionUpdated.contentType],
      [signatureHeader, signatureOf(body, secret as string)],
    ],
  }
  return steps.reduce(
    (changed, [mutation, at, byte]) => mutations[mutation]?.[1](changed, at, byte) ?? changed,
    genuine,
  )
}

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
      const receiver = createWebhookReceiver({ ...options, secrets: [secret as string] })
      return async (given: Mutated) => {
        const sent = toRequest(given)
        const { status } = await receiver.receive({
          method: 'POST',
          headers: sent.lines,
          readBody: async () => new Uint8Array(sent.body),
        })
        const [stored] = take()
        const trusted = stored?.as === 'event' || (stored?.as === 'quarantine' && stored.verified)
        seen[stored?.as === 'event' ? 'event' : trusted ? 'verified' : 'unverified']++
        return trusted === isGenuine(sent) && status === (trusted ? 202 : 401)
      }
    })
    const requests = fc.array(mutated, { minLength: batch, maxLength: batch })
    const property = fc.asyncProperty(requests, async (given) => {
      const isRight = await Promise.all(given.map((one, lane) => receivers[lane]?.(one)))
      const wrong = given.filter((_, lane) => !isRight[lane])
      const names = wrong.map(({ steps }) => steps.map(([mutation]) => mutations[mutation]?.[0]))
      expect(names).toEqual([])
    })
    await fc.assert(property, { numRuns: runs })
    // Each kind of outcome was met often, or the mutations prove nothing.
    expect(seen.event).toBeGreaterThan((runs * batch) / 10)
    expect(seen.unverified).toBeGreaterThan((runs * batch) / 10)
    expect(seen.verified).toBeGreaterThan((runs * batch) / 1000)
  },
  timeLimitMs,
)
