import { createHash, createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'
import { createSecret, type Secret, signPayload } from '@partner-platform/webhooks'
import { expectIdle, refusal, refuses, toReceiverChecks } from '../receiver-check.ts'
import { toBytes } from '../receiver-kit.ts'
import { otherEventName } from './events.ts'

const { signaturePrefix: prefix, secretPrefix } = constants

type Forgery = {
  /** The newest secret. */
  secret: Secret
  /** The bytes that are sent. */
  body: Uint8Array
  /** The signature that the newest secret gives those bytes, and its digits alone. */
  genuine: string
  digits: string
}

/** Deliveries that must not verify: one for each list of signature lines that `forge` gives. */
const refusesForged = (forge: (forgery: Forgery) => string[][] | Promise<string[][]>) =>
  refuses(async (kit) => {
    const event = kit.events.returned()
    const body = toBytes(event)
    const genuine = await kit.genuineOf(body)
    const digits = genuine.slice(prefix.length)
    const forged = await forge({ secret: kit.secrets[0] ?? '', body, genuine, digits })
    return forged.map((signatures) => ({ event, body, signatures }))
  })

/** The signature of a body, with these bytes as the HMAC key. */
export const keyedBy = (key: string | Uint8Array, body: Uint8Array): string =>
  prefix + createHmac('sha256', key).update(body).digest('hex')

const isEncoded = (secret: Secret): secret is string =>
  typeof secret === 'string' && secret.startsWith(secretPrefix)

/** Keys that are the text of an encoded secret instead of its bytes; none for a secret of another form. */
export const textKeysOf = (secret: Secret) =>
  isEncoded(secret)
    ? [
        {
          key: secret,
          hint: `The receiver keys the HMAC with the text of the secret: use the bytes that the base64 after ${secretPrefix} encodes.`,
        },
        {
          key: secret.slice(secretPrefix.length),
          hint: `The receiver keys the HMAC with the base64 of the secret: decode the text after ${secretPrefix} to bytes first.`,
        },
      ]
    : []

const keyOf = (secret: Secret) =>
  isEncoded(secret) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret

/** The texts that would show a secret: itself, or what its bytes are usually written as. */
export const spellingsOf = (secret: Secret): string[] =>
  typeof secret === 'string'
    ? [secret]
    : (['utf8', 'hex', 'base64'] as const).map((form) => Buffer.from(secret).toString(form))

const oneSpelling =
  'Accept one form only: one header line with the prefix and 64 hexadecimal digits.'

/** What decoders put in the place of bytes that are not UTF-8; three bytes long itself. */
const replacement = '\u{fffd}'
const badByte = Uint8Array.of(0xff)

/** Forged deliveries, and right digests in a form that other readers refuse. */
export const signatureChecks = toReceiverChecks({
  '5.6, D-007 no-signature': {
    title: 'refuses a delivery without a signature',
    next: 'Refuse when the header is missing; let only an explicit setting switch verification off.',
    ...refusesForged(() => [[]]),
  },
  '5.6, D-001 foreign-signature': {
    title: 'refuses a signature made with a different secret',
    next: 'Compute the HMAC of the body with your secret, and compare it with the header.',
    ...refusesForged(async ({ body }) => [[await signPayload({ body, secret: createSecret() })]]),
  },
  '5.6, D-003 keyless-signature': {
    title: 'refuses a signature made without a secret: a plain hash, an empty or a missing key',
    next: 'Refuse to start without a secret, and use HMAC, not a plain hash.',
    ...refusesForged(({ body }) => [
      [prefix + createHash('sha256').update(body).digest('hex')],
      [keyedBy('', body)],
      [keyedBy('undefined', body)],
      [keyedBy('null', body)],
    ]),
  },
  '5.6, D-002 shortened-signature': {
    title: 'refuses part of a valid signature, alone or padded',
    next: 'Compare all 32 bytes of the digest; first refuse any other length.',
    ...refusesForged(({ genuine, digits }) => [
      [genuine.slice(0, -2)],
      [prefix + digits.slice(0, 8)],
      [prefix],
      [prefix + digits.slice(0, 32) + otherDigits(digits.slice(32))],
      [prefix + otherDigits(digits.slice(0, 32)) + digits.slice(32)],
    ]),
  },
  '5.6, D-002 malformed-signature': {
    title: 'refuses malformed signatures, and answers each',
    next: 'Check the form of the value before you decode or compare it, and never throw on it.',
    ...refusesForged(() => [
      [''],
      ['0'],
      [`${prefix}${'zz'.repeat(32)}`],
      [`${prefix}${'é'.repeat(64)}`],
      [`${prefix}${'0'.repeat(4_000)}`],
      ['null'],
      [`${prefix}[object Object]`],
    ]),
  },
  '5.6, 6.1.3, D-005 no-signature-under-another-event': {
    title: 'refuses a delivery without a signature, whichever event the header names',
    next: 'Verify first: an unsigned header must never switch verification off.',
    ...refuses(({ events }) => [
      { event: events.returned(), signatures: [], eventName: otherEventName },
    ]),
  },
  '5.6, D-001 signature-used-again': {
    title: 'refuses the valid signature of one body on another body',
    expected: 'a 4xx, or a 2xx and not acted on',
    next: 'Verify each delivery: a signature is valid for its own body only.',
    secrets: 1,
    async drive(kit) {
      const first = kit.events.returned()
      const signatures = [await kit.genuineOf(first)]
      const genuine = await kit.deliver(first, { signatures })
      const second = kit.events.granted()
      const again = await kit.deliver(second, { signatures })
      const uuids = [second.submission.uuid]
      // Without the first the second shows nothing.
      return { ...expectIdle(kit, [again], { ...refusal, uuids }), sent: [genuine, again] }
    },
  },
  '5.6, D-001 changed-body': {
    title: 'refuses a body that was changed after it was signed',
    next: 'Verify the bytes that you parse, all of them.',
    ...refuses(async ({ events, genuineOf }) => {
      const event = events.returned()
      const { uuid } = event.submission
      const body = events.granted({ submission: { uuid } })
      return [{ event, body, signatures: [await genuineOf(event)] }]
    }),
  },
  '5.6, D-001 signed-in-other-bytes': {
    title: 'refuses a body whose signature fits only what a parser makes of it',
    next: 'Verify the raw bytes before any parser, not JSON that was parsed and printed again.',
    ...refuses(async ({ events, genuineOf }) => {
      const event = events.returned()
      const signatures = [await genuineOf(event)]
      return [{ event, body: JSON.stringify(event, null, 2), signatures }]
    }),
  },
  '5.6, D-001 signed-as-text': {
    title: 'refuses bytes that only decode to the text that was signed',
    next: 'Give the HMAC the bytes of the body, not text: all bytes that are not UTF-8 decode to the same character.',
    ...refuses(async ({ events, genuineOf }) => {
      const event = events.returned({ applicant: { firstName: replacement } })
      const signed = toBytes(event)
      const at = Buffer.from(signed).indexOf(replacement)
      const body = Buffer.concat([signed.subarray(0, at), badByte, signed.subarray(at + 3)])
      return [{ event, body, signatures: [await genuineOf(signed)] }]
    }),
  },
  'D-002 signature-with-other-prefix': {
    title: 'refuses the right digits after a different prefix or without one',
    next: oneSpelling,
    ...refusesForged(({ digits }) => [
      [digits],
      [`sha1=${digits}`],
      [`${prefix.toUpperCase()}${digits}`],
    ]),
  },
  '5.5 sha1-signature': {
    title: 'refuses an HMAC-SHA1, as a sha1 signature or after the right prefix',
    next: `Accept only ${prefix}: SHA-1 is broken, and the service sends nothing signed with it.`,
    ...refusesForged(({ secret, body }) => {
      const digits = createHmac('sha1', keyOf(secret)).update(body).digest('hex')
      return [[`sha1=${digits}`], [`${prefix}${digits}`]]
    }),
  },
  'D-003 keyed-by-text': {
    title: 'refuses an HMAC keyed with the text of a secret instead of its bytes',
    next: `Use one key for each secret: the bytes that the base64 after ${secretPrefix} encodes.`,
    ...refusesForged(({ secret, body }) =>
      textKeysOf(secret).map(({ key }) => [keyedBy(key, body)]),
    ),
  },
  'D-002 signature-with-more': {
    title: 'refuses the right digits with text after them',
    next: oneSpelling,
    ...refusesForged(({ genuine }) => [[`${genuine}zz`], [`${genuine}00`], [`${genuine};v=1`]]),
  },
  'D-002 signature-list': {
    title: 'refuses several signatures, even if one is right',
    next: 'Read the header lines as received: exactly one, with one value.',
    ...refusesForged(async ({ body, genuine }) => {
      const foreign = await signPayload({ body, secret: createSecret() })
      return [
        [`${genuine}, ${foreign}`],
        [`${foreign},${genuine}`],
        [genuine, foreign],
        [foreign, genuine],
      ]
    }),
  },
})

/** The same number of digits, each one different. */
const otherDigits = (digits: string) =>
  Array.from(digits, (digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('')
