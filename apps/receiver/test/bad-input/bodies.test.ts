import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { returned, returnedBytes } from '../deliveries.ts'
import { useSharedReceiver } from '../use-receiver.ts'

const { bodyLimitBytes, jsonDepthLimit, receiverAnswers } = constants
const openReceiver = useSharedReceiver()
const text = Buffer.from(returnedBytes).toString()

/** The event with one more member, written as given. */
const withMember = (member: string) => `${text.trimEnd().slice(0, -1)},${member}}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const padded = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text))
const keys = (count: number) => Array.from({ length: count }, (_, key) => `"k${key}":1`).join()

describe('bodies that the service signed', () => {
  it.each([
    ['nested as deep as is allowed', withMember(`"x":${nested(jsonDepthLimit - 1)}`)],
    ['with 6,000 more members', withMember(keys(6_000))],
    ['with a number beyond all', withMember('"x":1e400')],
    ['with a number that no double is', withMember('"x":9007199254740993')],
    ['with members of every object', withMember('"constructor":1,"toString":2,"__proto__":3')],
    ['with NUL and half a surrogate pair', withMember('"x":"\\u0000\\ud800"')],
    ['as large as is allowed', padded(bodyLimitBytes)],
  ])('D-006 are kept and handled %s', async (_says, body) => {
    const { send, events, untilHandled } = await openReceiver()
    expect((await send({ body })).status).toBe(receiverAnswers.accepted)
    expect(Buffer.from((await events())[0]?.body ?? []).toString()).toBe(body)
    const [{ event } = { event: undefined }] = await untilHandled(1)
    expect(event).toMatchObject(returned)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it.each([
    [`nested ${jsonDepthLimit + 1} deep`, withMember(`"x":${nested(jsonDepthLimit)}`), 'too-deep'],
    ['nested 1,000 deep', nested(1_000), 'too-deep'],
    ['of 60,000 brackets', '['.repeat(60_000), 'too-deep'],
    ['with a key twice', withMember('"event":"other"'), 'duplicate-key'],
    ['with a key twice, once escaped', withMember('"\\u0065vent":"other"'), 'duplicate-key'],
    ['with 64 KiB of NUL', Buffer.alloc(bodyLimitBytes), 'invalid-json'],
    ['of bytes that are no text', Buffer.alloc(bodyLimitBytes, 0xff), 'invalid-utf8'],
  ])('D-008 are quarantined %s', async (_says, body, code) => {
    const { send, entries, events } = await openReceiver()
    expect((await send({ body })).status).toBe(receiverAnswers.quarantined)
    expect(await entries()).toMatchObject([{ state: 'quarantined', code, verified: true }])
    expect(await events()).toEqual([])
  })

  it.each([
    ['one byte over the limit', padded(bodyLimitBytes + 1)],
    ['nested 100,000 deep', nested(100_000)],
    ['with 100,000 more members', withMember(keys(100_000))],
    ['with fewer characters than the limit, but more bytes', 'é'.repeat(40_000)],
  ])('D-009 are answered 413 %s, and not kept', async (_says, body) => {
    const { send, entries } = await openReceiver()
    expect((await send({ body })).status).toBe(receiverAnswers.tooLarge)
    expect(await entries()).toEqual([])
  })
})

describe('bodies that somebody else signed', () => {
  const stranger = createSecret()

  it.each([
    ['with the secret of another environment', text, stranger],
    ['over the body printed again', JSON.stringify(returned, null, 2), null],
    ['over nothing', '', null],
    ['over another event', text.replace('RETURNED', 'GRANTED'), null],
    ['over the body and a line end', `${text}\n`, null],
  ])('D-007 are answered 401 and reach no handler: %s', async (_says, signed, by) => {
    const { send, secret, entries, events, handled } = await openReceiver()
    const signature = await signPayload({ body: signed, secret: by ?? secret })
    const response = await send({ body: returnedBytes, signature })
    expect(response.status).toBe(receiverAnswers.unverified)
    expect(await entries()).toMatchObject([{ code: 'signature-mismatch', verified: false }])
    expect([await events(), handled]).toEqual([[], []])
  })
})
