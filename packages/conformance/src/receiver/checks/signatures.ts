import { createHash, createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import type { CheckTexts } from '../../engine/check.ts'
import { expectRefused } from '../expect-refused.ts'
import type { ReceiverCheck } from '../receiver-check.ts'
import { type ReceiverKit, toBytes } from '../receiver-kit.ts'

const prefix = constants.signaturePrefix

type Forgery = {
  /** The bytes that are sent. */
  body: Uint8Array
  /** The signature that the newest secret gives those bytes. */
  genuine: string
}

type Texts = Omit<CheckTexts, 'expected' | 'severity' | 'rule'> & Partial<CheckTexts>

/** Deliveries that must not verify: one for each list of signature lines that `forge` gives. */
export function refuses(
  texts: Texts,
  forge: (forgery: Forgery) => readonly (readonly string[])[] | Promise<readonly string[][]>,
): ReceiverCheck {
  return {
    rule: '5.6',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    secrets: 1,
    ...texts,
    async drive(kit) {
      const event = kit.events.returned()
      const body = toBytes(event)
      const genuine = await genuineOf(kit, body)
      const sent = []
      for (const signatures of await forge({ body, genuine })) {
        sent.push(await kit.deliver(body, { signatures }))
      }
      return expectRefused(kit, sent, [event.submission.uuid])
    },
  }
}

const genuineOf = ({ secrets }: ReceiverKit, body: Uint8Array) =>
  signPayload({ body, secret: secrets[0] ?? '' })

const keyedBy = (key: string, body: Uint8Array) =>
  prefix + createHmac('sha256', key).update(body).digest('hex')

/** What nobody with the secret has signed. */
export const signatureChecks: readonly ReceiverCheck[] = [
  refuses(
    {
      id: 'no-signature',
      see: ['D-007'],
      title: 'refuses a delivery without a signature',
      next: 'Refuse when the header is missing; let only an explicit setting switch verification off.',
    },
    () => [[]],
  ),
  refuses(
    {
      id: 'foreign-signature',
      see: ['D-001'],
      title: 'refuses a signature by another secret',
      next: 'Compute the HMAC of the body with your secret, and compare it with the header.',
    },
    async ({ body }) => [[await signPayload({ body, secret: createSecret() })]],
  ),
  refuses(
    {
      id: 'keyless-signature',
      see: ['D-003'],
      title: 'refuses a signature that takes no secret: a plain hash, an empty or a missing key',
      next: 'Refuse to start without a secret, and use HMAC, not a plain hash.',
    },
    ({ body }) => [
      [prefix + createHash('sha256').update(body).digest('hex')],
      [keyedBy('', body)],
      [keyedBy('undefined', body)],
      [keyedBy('null', body)],
    ],
  ),
  refuses(
    {
      id: 'shortened-signature',
      see: ['D-002'],
      title: 'refuses the beginning of a right signature',
      next: 'Compare all 32 bytes of the digest; first refuse any other length.',
    },
    ({ genuine }) => [[genuine.slice(0, -2)], [genuine.slice(0, prefix.length + 8)], [prefix]],
  ),
  refuses(
    {
      id: 'malformed-signature',
      see: ['D-002'],
      title: 'refuses values that are no signature, and answers each of them',
      next: 'Check the form of the value before you decode or compare it, and never throw on it.',
    },
    () => [
      [''],
      ['0'],
      [`${prefix}${'zz'.repeat(32)}`],
      [`${prefix}${'é'.repeat(64)}`],
      [`${prefix}${'0'.repeat(4_000)}`],
      ['null'],
      [`${prefix}[object Object]`],
    ],
  ),
  {
    id: 'changed-body',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses a body that was changed after it was signed',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify the bytes that you parse, all of them.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned()
      const signatures = [await genuineOf(kit, toBytes(event))]
      const changed = kit.events.granted({ submission: { uuid: event.submission.uuid } })
      const sent = await kit.deliver(changed, { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
  {
    id: 'signed-in-other-bytes',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses a body whose signature fits only what a parser makes of it',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify the raw bytes before any parser, not JSON that was parsed and printed again.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned()
      const signatures = [await genuineOf(kit, toBytes(JSON.stringify(event)))]
      const sent = await kit.deliver(JSON.stringify(event, null, 2), { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
  {
    id: 'signed-as-text',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses bytes that only decode to the text that was signed',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Give the HMAC the bytes of the body, not text: all bytes that are not UTF-8 decode alike.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned({ applicant: { firstName: replacement } })
      const body = toBytes(event)
      const signatures = [await genuineOf(kit, body)]
      const at = Buffer.from(body).indexOf(replacement)
      const bytes = Buffer.concat([body.subarray(0, at), badByte, body.subarray(at + 3)])
      const sent = await kit.deliver(bytes, { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
]

/** What decoders put in the place of bytes that are not UTF-8; three bytes long itself. */
const replacement = '\u{fffd}'
const badByte = Uint8Array.of(0xff)
