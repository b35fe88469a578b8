import { createHmac, timingSafeEqual } from 'node:crypto'
import { constants, messages } from '@partner-platform/types'
import { digestOf, keyOf, rightParts, signatureOf } from './faulty-receiver.ts'
import { type FaultyFixture, faulty } from './fixture.ts'

const prefix = constants.signaturePrefix
const forgeries = [
  'no-signature',
  'foreign-signature',
  'keyless-signature',
  'shortened-signature',
  'malformed-signature',
  'no-signature-under-another-event',
  'signature-used-again',
  'changed-body',
  'signed-in-other-bytes',
]
const forms = ['signature-with-other-prefix', 'signature-with-more', 'signature-list']

/** Receivers whose verification is wrong. */
export const verificationFaults: readonly FaultyFixture[] = [
  faulty(
    'computes the digest of text and compares it with ===',
    { rule: '5.6', breaks: ['signed-as-text'] },
    {
      verify: ({ body, signature }, secrets) =>
        secrets.some((secret) => signatureOf(secret, body.toString('utf8')) === signature),
      parse: ({ body, ...delivery }) =>
        rightParts.parse({ ...delivery, body: Buffer.from(body.toString('utf8')) }),
    },
  ),
  faulty(
    'compares lower-cased text',
    { rule: 'D-002', breaks: ['signature-with-other-prefix'] },
    {
      verify: ({ body, signature }, secrets) =>
        secrets.some((secret) => signatureOf(secret, body) === signature?.toLowerCase()),
    },
  ),
  faulty(
    'verifies the body printed again',
    {
      rule: '5.6',
      breaks: ['signed-in-other-bytes', 'exact-bytes', 'missing-comma', 'largest-body'],
    },
    {
      verify({ body, signature }, secrets) {
        const text = body.toString('utf8')
        const value = tryParse(text)
        if (value === undefined) return false
        const printed = JSON.stringify(value)
        return secrets.some((secret) => signatureOf(secret, printed) === signature)
      },
    },
  ),
  faulty(
    'lets a delivery without a signature pass',
    {
      rule: '5.6',
      breaks: ['no-signature', 'no-signature-under-another-event', 'malformed-signature'],
    },
    {
      verify: (delivery, secrets) => !delivery.signature || rightParts.verify(delivery, secrets),
    },
  ),
  faulty(
    'fails open without a secret',
    { rule: '5.6', breaks: [...forgeries, ...forms, 'sha1-signature', 'keyed-by-text'] },
    { verify: () => true },
  ),
  faulty(
    'falls back to an empty secret',
    { rule: '5.6', breaks: ['keyless-signature'] },
    {
      verify: (delivery, secrets) =>
        rightParts.verify(delivery, secrets) ||
        delivery.signature ===
          prefix + createHmac('sha256', '').update(delivery.body).digest('hex'),
    },
  ),
  faulty(
    'also takes a sha1 signature',
    { rule: '5.5', breaks: ['sha1-signature'] },
    {
      verify: (delivery, secrets) =>
        rightParts.verify(delivery, secrets) ||
        secrets.some(
          (secret) =>
            delivery.signature ===
            `sha1=${createHmac('sha1', keyOf(secret)).update(delivery.body).digest('hex')}`,
        ),
    },
  ),
  faulty(
    'also takes the text of a secret for the key',
    { rule: 'D-003', breaks: ['keyed-by-text'] },
    {
      verify: (delivery, secrets) =>
        rightParts.verify(delivery, secrets) ||
        secrets.some(
          (secret) =>
            delivery.signature ===
            prefix + createHmac('sha256', secret).update(delivery.body).digest('hex'),
        ),
    },
  ),
  faulty(
    'compares as many characters as came',
    { rule: '5.6', breaks: ['shortened-signature', 'malformed-signature'] },
    {
      verify: ({ body, signature }, secrets) =>
        signature !== undefined &&
        secrets.some((secret) => signatureOf(secret, body).startsWith(signature)),
    },
  ),
  faulty(
    'ignores what follows the digits',
    { rule: 'D-002', breaks: ['signature-with-more', 'signature-list'] },
    {
      verify: ({ body, signature }, secrets) =>
        secrets.some((secret) => signature?.startsWith(signatureOf(secret, body))),
    },
  ),
  faulty(
    'decodes the digits leniently',
    { rule: 'D-002', breaks: ['signature-with-more', 'signature-list'] },
    {
      verify({ body, signature = '' }, secrets) {
        if (!signature.startsWith(prefix)) return false
        const bytes = Buffer.from(signature.slice(prefix.length), 'hex')
        return secrets.some((secret) => bytes.equals(Buffer.from(digestOf(secret, body), 'hex')))
      },
    },
  ),
  faulty(
    'looks at the digits only',
    { rule: 'D-002', breaks: ['signature-with-other-prefix', 'signature-list'] },
    {
      verify: ({ body, signature }, secrets) =>
        secrets.some((secret) => signature?.split('=').pop() === digestOf(secret, body)),
    },
  ),
  faulty(
    'takes any signature of a list',
    { rule: 'D-002', breaks: ['signature-list'] },
    {
      verify: ({ signature = '', ...delivery }, secrets) =>
        signature
          .split(',')
          .some((one) => rightParts.verify({ ...delivery, signature: one.trim() }, secrets)),
    },
  ),
  faulty(
    'looks at the first of several header lines',
    { rule: 'D-002', breaks: ['signature-list'] },
    {
      verify({ request, body }, secrets) {
        const [signature] = request.headersDistinct['x-platform-signature'] ?? []
        return rightParts.verify({ request, body, signature }, secrets)
      },
    },
  ),
  faulty(
    'throws on a signature of another length',
    {
      rule: '5.6',
      warning: 'advice',
      breaks: [
        'malformed-signature',
        'sha1-signature',
        'no-signature',
        'no-signature-under-another-event',
        'shortened-signature',
        'signature-with-other-prefix',
        'signature-with-more',
        'signature-list',
      ],
    },
    {
      verify: ({ body, signature = '' }, secrets) =>
        secrets.some((secret) =>
          timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, body))),
        ),
    },
  ),
  faulty(
    'compares half of the digits',
    { rule: '5.6', breaks: ['shortened-signature'] },
    {
      verify: ({ body, signature }, secrets) =>
        signature?.length === prefix.length + 64 &&
        secrets.some((secret) => signatureOf(secret, body).slice(0, 39) === signature.slice(0, 39)),
    },
  ),
  faulty(
    'remembers signatures that were right',
    { rule: '5.6', breaks: ['signature-used-again'] },
    remembering(),
  ),
  faulty(
    'verifies only what the header calls a known event',
    { rule: '5.6', breaks: ['no-signature-under-another-event'] },
    {
      verify: (delivery, secrets) =>
        delivery.request.headers['x-platform-event'] !== messages.submissionUpdated.name ||
        rightParts.verify(delivery, secrets),
    },
  ),
  faulty(
    'looks headers up in the spelling of the documents',
    { rule: '5.5', warning: 'advice', breaks: ['header-names-in-another-case'] },
    {
      verify({ request, ...delivery }, secrets) {
        const isThere = request.rawHeaders.includes('X-Platform-Signature')
        return rightParts.verify({ request, ...delivery }, secrets) && isThere
      },
    },
  ),
  faulty(
    'knows the newest secret only',
    { rule: '5.5', breaks: ['older-secret'] },
    { verify: (delivery, secrets) => rightParts.verify(delivery, secrets.slice(0, 1)) },
  ),
  faulty(
    'takes the body for Latin-1',
    {
      rule: '2.3.submission.applicant.firstName',
      breaks: ['names-beyond-ascii', 'split-characters'],
    },
    {
      verify: ({ body, signature }, secrets) =>
        secrets.some((secret) => signatureOf(secret, body.toString('latin1')) === signature),
    },
  ),
]

function remembering(): Parameters<typeof faulty>[2] {
  const right = new Set<string>()
  return {
    async verify(delivery, secrets) {
      const { signature = '' } = delivery
      if (right.has(signature)) return true
      const isRight = await rightParts.verify(delivery, secrets)
      if (isRight) right.add(signature)
      return isRight
    },
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
