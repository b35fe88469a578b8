import { httpLimits } from '@partner-platform/http-edge'
import { describe, expect, it } from 'vitest'
import { returnedBytes } from '../deliveries.ts'
import { useSharedReceiver } from '../use-receiver.ts'
import { exchange } from '../wire.ts'
import { type SignedParts, signedParts } from './signed.ts'

const openReceiver = useSharedReceiver()
const refused = { outcome: 'refused' }
/** Whoever takes longer hangs. */
const patienceMs = 2_000
const long = 'a'.repeat(httpLimits.headerBytes)
const chunks = 'Transfer-Encoding: chunked\r\n'

/** A genuine delivery, with something wrong in how it is put into HTTP. */
type Spoil = (parts: SignedParts & { head: string; text: string }) => string
type Row = [says: string, spoil: Spoil, status: number]

const lengths: Row[] = [
  ['a length and chunks', ({ head, length, text }) => `${head}${length}${chunks}\r\n${text}`, 400],
  ['chunks and a length', ({ head, length, text }) => `${head}${chunks}${length}\r\n${text}`, 400],
  [
    'two lengths',
    ({ head, length, text }) => `${head}${length}Content-Length: 1\r\n\r\n${text}`,
    400,
  ],
  [
    'the same length twice',
    ({ head, length, text }) => `${head}${length}${length}\r\n${text}`,
    400,
  ],
  ['a list of lengths', ({ head, text }) => `${head}Content-Length: 5, 5\r\n\r\n${text}`, 400],
  ['a length with a sign', ({ head, text }) => `${head}Content-Length: +5\r\n\r\n${text}`, 400],
  ['a length below zero', ({ head, text }) => `${head}Content-Length: -5\r\n\r\n${text}`, 400],
  ['a hexadecimal length', ({ head, text }) => `${head}Content-Length: 0x5\r\n\r\n${text}`, 400],
]

const codings: Row[] = [
  [
    'chunks twice over',
    ({ head }) => `${head}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'another coding before chunks',
    ({ head }) => `${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a coding that looks like chunks',
    ({ head }) => `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a space before the colon of a coding',
    ({ head }) => `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a chunk whose size is no number', ({ head }) => `${head}${chunks}\r\nzz\r\n\r\n`, 400],
  ['a chunk of negative size', ({ head }) => `${head}${chunks}\r\n-1\r\n\r\n`, 400],
  ['a chunk beyond 64 bits', ({ head }) => `${head}${chunks}\r\nfffffffffffffffff\r\na`, 400],
  [
    'a chunk size that ends in a bare LF',
    ({ head }) => `${head}${chunks}\r\n1\na\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a large chunk extension',
    ({ head }) => `${head}${chunks}\r\n1;${long}a\r\na\r\n0\r\n\r\n`,
    413,
  ],
  ['large trailers', ({ head }) => `${head}${chunks}\r\n0\r\nx-pad: ${long}\r\n\r\n`, 431],
]

const heads: Row[] = [
  ['no request at all', () => 'hello\r\n\r\n', 400],
  [
    'bare LF all over',
    ({ head, length, text }) => `${head}${length}\r\n`.replaceAll('\r\n', '\n') + text,
    400,
  ],
  [
    'a bare LF between headers',
    ({ start, type, text }) => `${start}Host: a.test\n${type}\r\n${text}`,
    400,
  ],
  ['a bare CR in a header', ({ head }) => `${head}x-a: b\rc\r\n\r\n`, 400],
  ['a NUL in a header', ({ head }) => `${head}x-a: b\0c\r\n\r\n`, 400],
  ['a folded header', ({ head }) => `${head}x-a: b\r\n c\r\n\r\n`, 400],
  ['a space before a colon', ({ head }) => `${head}x-a : b\r\n\r\n`, 400],
  [
    'no Host',
    ({ start, type, signed, length, text }) => `${start}${type}${signed}${length}\r\n${text}`,
    400,
  ],
  ['two Host lines', ({ head, host, length, text }) => `${head}${host}${length}\r\n${text}`, 400],
  [
    'many lines between two Host lines',
    ({ head, host }) => `${head}${'x-a: b\r\n'.repeat(httpLimits.headerLines)}${host}\r\n`,
    431,
  ],
  ['large headers', ({ head, length, text }) => `${head}x-a: ${long}\r\n${length}\r\n${text}`, 431],
  [
    'a long URL',
    ({ head }) => `${head}\r\n`.replace(' HTTP', `?${'a'.repeat(httpLimits.urlCharacters)} HTTP`),
    414,
  ],
  ['an expectation', ({ head, length }) => `${head}${length}Expect: a-lot\r\n\r\n`, 417],
  ['CONNECT', ({ host }) => `CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ['the start of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
]

describe('HTTP framing', () => {
  const start = async () => {
    const receiver = await openReceiver()
    const parts = await signedParts({ body: returnedBytes, secret: receiver.secret })
    const head = parts.start + parts.host + parts.type + parts.signed
    const answersTo = async (bytes: string, options?: Parameters<typeof exchange>[2]) => {
      const startedMs = performance.now()
      const responses = await exchange(receiver.url, bytes, options)
      expect(performance.now() - startedMs).toBeLessThan(patienceMs)
      return responses
    }
    return { ...receiver, ...parts, head, text: String(parts.bytes), answersTo }
  }

  it.each([...lengths, ...codings, ...heads])(
    'refuses %s in its own shape, keeps nothing, and closes',
    async (_says, spoil, status) => {
      const delivery = await start()
      const { answersTo, events, quarantined, logs } = delivery
      const responses = await answersTo(spoil(delivery))
      expect(responses.map((response) => response.status)).toEqual([status])
      const [{ head, text } = { head: '', text: '' }] = responses
      expect(JSON.parse(text)).toEqual(refused)
      expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8/i)
      expect(head).toMatch(/\r\nconnection: close/i)
      expect(logs.join('')).toContain(`"event":"malformed-request","status":${status}`)
      expect([...(await events()), ...(await quarantined())]).toEqual([])
    },
  )

  it.each<[string, Spoil]>([
    ['a length', ({ head, close, length, text }) => `${head}${close}${length}\r\n${text}`],
    [
      'one chunk',
      ({ head, close, bytes, text }) =>
        `${head}${close}${chunks}\r\n${bytes.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk for each byte',
      ({ head, close, text }) =>
        `${head}${close}${chunks}\r\n${[...text].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
    ],
    [
      'a chunk extension and a trailer',
      ({ head, close, bytes, text }) =>
        `${head}${close}${chunks}\r\n${bytes.length.toString(16)};a=b\r\n${text}\r\n0\r\nx-a: b\r\n\r\n`,
    ],
  ])('takes a body in %s', async (_says, put) => {
    const delivery = await start()
    const responses = await delivery.answersTo(put(delivery))
    expect(responses.map(({ status }) => status)).toEqual([202])
    expect(await delivery.events()).toHaveLength(1)
  })

  it('takes no signature from a trailer', async () => {
    const { start: line, host, type, close, signed, bytes, text, ...rest } = await start()
    const body = `${bytes.length.toString(16)}\r\n${text}\r\n0\r\n${signed}\r\n`
    const responses = await rest.answersTo(`${line}${host}${type}${close}${chunks}\r\n${body}`)
    expect(responses.map(({ status }) => status)).toEqual([401])
  })

  it('answers deliveries that come in one piece one by one, in their order', async () => {
    const { head, close, length, text, answersTo, events } = await start()
    const one = `${head}${length}\r\n${text}`
    const other = `POST /other HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2\r\n\r\n{}`
    const last = `${head}${close}${length}\r\n${text}`
    const responses = await answersTo(one + one + other + last)
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 404, 202])
    const outcomes = responses.map(({ text }) => JSON.parse(text).outcome)
    expect(outcomes.toSorted()).toEqual(['accepted', 'duplicate', 'duplicate', 'refused'])
    expect(await events()).toHaveLength(1)
  })

  it.each([0, 1, 100])('keeps nothing of a body that breaks off after %i bytes', async (count) => {
    const { head, length, text, answersTo, events, quarantined, send } = await start()
    await answersTo(`${head}${length}\r\n${text.slice(0, count)}`, { isEnded: true })
    expect([...(await events()), ...(await quarantined())]).toEqual([])
    expect((await send({ body: returnedBytes })).status).toBe(202)
  })

  it('F11 outlives a sender that resets the connection after CONNECT', async () => {
    const { host, answersTo, send } = await start()
    await answersTo(`CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`, {
      onData: (socket) => void socket.resetAndDestroy(),
    })
    expect((await send({ body: returnedBytes })).status).toBe(202)
  })
})
