import { createHash } from 'node:crypto'
import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import type { CheckTexts } from '../../engine/check.ts'
import { unseen } from '../../engine/verdict.ts'
import { expectRefused } from '../expect.ts'
import { keyedBy } from '../find-hint.ts'
import { type ReceiverCheck, type ReceiverKit, toBytes } from '../receiver-kit.ts'
import { otherEventName } from './events.ts'

const prefix = constants.signaturePrefix

type Forgery = {
  /** The newest secret. */
  secret: string
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
      for (const signatures of await forge({ secret: kit.secrets[0] ?? '', body, genuine })) {
        sent.push(await kit.deliver(body, { signatures }))
      }
      if (sent.length === 0) return { sent, judge: () => unseen('nothing, as nothing was sent') }
      return expectRefused(kit, sent, [event.submission.uuid])
    },
  }
}

export const genuineOf = ({ secrets }: ReceiverKit, body: Uint8Array) =>
  signPayload({ body, secret: secrets[0] ?? '' })

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
      title: 'refuses a part of a right signature, alone or filled up',
      next: 'Compare all 32 bytes of the digest; first refuse any other length.',
    },
    ({ genuine }) => [
      [genuine.slice(0, -2)],
      [genuine.slice(0, prefix.length + 8)],
      [prefix],
      [genuine.slice(0, prefix.length + 32) + otherDigits(genuine.slice(-32))],
      [prefix + otherDigits(genuine.slice(-64, -32)) + genuine.slice(-32)],
    ],
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
    id: 'no-signature-under-another-event',
    rule: '5.6',
    see: ['6.1.3', 'D-005'],
    title: 'refuses a delivery without a signature, whichever event the header names',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify first: no header that is not signed may switch verification off.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.deliver(event, { signatures: [], eventName: otherEventName })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
]

/** As many digits, all of them others. */
const otherDigits = (digits: string) =>
  Array.from(digits, (digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('')
