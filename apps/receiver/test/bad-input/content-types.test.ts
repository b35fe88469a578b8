import { gzipSync } from 'node:zlib'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { returnedBytes } from '../deliveries.ts'
import { useSharedReceiver } from '../use-receiver.ts'
import { exchange } from '../wire.ts'
import { signedParts } from './signed.ts'

const { receiverAnswers } = constants
const openReceiver = useSharedReceiver()

/** What a genuine delivery is answered that says so about its body. */
async function answerTo(lines: readonly string[], body: Uint8Array = returnedBytes) {
  const { url, secret, events, quarantined } = await openReceiver()
  const { start, host, signed, close, length, bytes } = await signedParts({ body, secret })
  const head = start + host + signed + close + length
  const said = lines.map((line) => `${line}\r\n`).join('')
  const [response] = await exchange(url, Buffer.concat([Buffer.from(`${head}${said}\r\n`), bytes]))
  return { status: response?.status, kept: (await events()).length, quarantined }
}

describe('content types', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json\t;\tcharset=utf-8',
    'application/json; a=b; c="d;e"',
  ])('D-009 takes %j', async (type) => {
    const { status, kept } = await answerTo([`Content-Type: ${type}`])
    expect([status, kept]).toEqual([receiverAnswers.accepted, 1])
  })

  it.each([
    ['none', []],
    ['an empty one', ['Content-Type: ']],
    ['text', ['Content-Type: text/plain']],
    ['a form', ['Content-Type: application/x-www-form-urlencoded']],
    ['another kind of JSON', ['Content-Type: application/json5']],
    ['JSON with a suffix', ['Content-Type: application/vnd.a+json']],
    ['text that only begins so', ['Content-Type: application/jsonx']],
    ['a list', ['Content-Type: application/json, application/json']],
    ['another before it', ['Content-Type: text/plain, application/json']],
    ['two lines', ['Content-Type: application/json', 'Content-Type: application/json']],
    ['two lines that differ', ['Content-Type: application/json', 'Content-Type: text/plain']],
  ])('D-009 answers 415 to %s, and keeps nothing', async (_says, lines) => {
    const { status, kept, quarantined } = await answerTo(lines)
    expect([status, kept, await quarantined()]).toEqual([receiverAnswers.wrongContentType, 0, []])
  })
})

describe('content encodings', () => {
  const json = 'Content-Type: application/json'

  it.each(['gzip', 'identity', 'br', 'canary'])(
    'D-001 takes a body as it came, whatever a header says of it: %s',
    async (encoding) => {
      const { status, kept } = await answerTo([json, `Content-Encoding: ${encoding}`])
      expect([status, kept]).toEqual([receiverAnswers.accepted, 1])
    },
  )

  it('D-008 does not unpack a body: signed as it is, it is no JSON', async () => {
    const { status, kept, quarantined } = await answerTo(
      [json, 'Content-Encoding: gzip'],
      gzipSync(returnedBytes),
    )
    expect([status, kept]).toEqual([receiverAnswers.quarantined, 0])
    expect(await quarantined()).toMatchObject([{ code: 'invalid-utf8', verified: true }])
  })
})
