import { createHmac, timingSafeEqual } from 'node:crypto'
import { constants, messages } from '@partner-platform/types'
import { type Delivery, keyOf, type Parts, rightParts, signatureOf } from './faulty-receiver.ts'

const prefix = constants.signaturePrefix
const digitsOf = (signature: string) => signature.slice(prefix.length)
const forms = ['signature-with-other-prefix', 'signature-with-more', 'signature-list']

type Signed = { secret: string; body: Buffer; signature: string | undefined; right: string }

/** Verifies by a comparison with the right signature of any secret. */
const byAny =
  (matches: (signed: Signed) => boolean | undefined): Parts['verify'] =>
  ({ body, signature }, secrets) =>
    secrets.some((secret) => matches({ secret, body, signature, right: signatureOf(secret, body) }))

/** Verifies as it should, and takes something else as well. */
const orElse =
  (accepts: (delivery: Delivery, secret: string) => boolean): Parts['verify'] =>
  (delivery, secrets) =>
    rightParts.verify(delivery, secrets) || secrets.some((secret) => accepts(delivery, secret))

const hmac = (algorithm: string, key: string | Buffer, body: Buffer) =>
  createHmac(algorithm, key).update(body).digest('hex')

/** Receivers whose verification is wrong. */
export const verificationFaults = {
  '5.6 computes the digest of text and compares it with ===': {
    breaks: ['signed-as-text'],
    verify: byAny(
      ({ secret, body, signature }) => signatureOf(secret, body.toString('utf8')) === signature,
    ),
    parse: ({ body, ...delivery }) =>
      rightParts.parse({ ...delivery, body: Buffer.from(body.toString('utf8')) }),
  },
  'D-002 compares lower-cased text': {
    breaks: ['signature-with-other-prefix'],
    verify: byAny(({ signature, right }) => right === signature?.toLowerCase()),
  },
  '5.6 verifies the body printed again': {
    breaks: ['signed-in-other-bytes', 'exact-bytes', 'missing-comma', 'largest-body'],
    verify: byAny(({ secret, body, signature }) => {
      const value = tryParse(body.toString('utf8'))
      return value !== undefined && signatureOf(secret, JSON.stringify(value)) === signature
    }),
  },
  '5.6 lets a delivery without a signature pass': {
    breaks: ['no-signature', 'no-signature-under-another-event', 'malformed-signature'],
    verify: orElse(({ signature }) => !signature),
  },
  '5.6 fails open without a secret': {
    breaks: [
      ...['no-signature', 'foreign-signature', 'keyless-signature', 'shortened-signature'],
      ...['malformed-signature', 'no-signature-under-another-event', 'signature-used-again'],
      ...['changed-body', 'signed-in-other-bytes', ...forms, 'sha1-signature', 'keyed-by-text'],
    ],
    verify: () => true,
  },
  '5.6 falls back to an empty secret': {
    breaks: ['keyless-signature'],
    verify: orElse(({ body, signature }) => signature === prefix + hmac('sha256', '', body)),
  },
  '5.5 also takes a sha1 signature': {
    breaks: ['sha1-signature'],
    verify: orElse(
      ({ body, signature }, secret) => signature === `sha1=${hmac('sha1', keyOf(secret), body)}`,
    ),
  },
  'D-003 also takes the text of a secret for the key': {
    breaks: ['keyed-by-text'],
    verify: orElse(
      ({ body, signature }, secret) => signature === prefix + hmac('sha256', secret, body),
    ),
  },
  '5.6 compares as many characters as came': {
    breaks: ['shortened-signature', 'malformed-signature'],
    verify: byAny(({ signature, right }) => signature !== undefined && right.startsWith(signature)),
  },
  'D-002 ignores what follows the digits': {
    breaks: ['signature-with-more', 'signature-list'],
    verify: byAny(({ signature, right }) => signature?.startsWith(right)),
  },
  'D-002 decodes the digits leniently': {
    breaks: ['signature-with-more', 'signature-list'],
    verify: byAny(({ signature = '', right }) => {
      const bytes = Buffer.from(digitsOf(signature), 'hex')
      return signature.startsWith(prefix) && bytes.equals(Buffer.from(digitsOf(right), 'hex'))
    }),
  },
  'D-002 looks at the digits only': {
    breaks: ['signature-with-other-prefix', 'signature-list'],
    verify: byAny(({ signature, right }) => signature?.split('=').pop() === digitsOf(right)),
  },
  'D-002 takes any signature of a list': {
    breaks: ['signature-list'],
    verify: byAny(({ signature = '', right }) =>
      signature.split(',').some((one) => one.trim() === right),
    ),
  },
  'D-002 looks at the first of several header lines': {
    breaks: ['signature-list'],
    verify({ request, body }, secrets) {
      const [signature] = request.headersDistinct['x-platform-signature'] ?? []
      return rightParts.verify({ request, body, signature }, secrets)
    },
  },
  '5.6 throws on a signature of another length': {
    warning: 'advice',
    breaks: [
      ...['malformed-signature', 'sha1-signature', 'no-signature', ...forms],
      ...['no-signature-under-another-event', 'shortened-signature'],
    ],
    verify: byAny(({ signature = '', right }) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(right)),
    ),
  },
  '5.6 compares half of the digits': {
    breaks: ['shortened-signature'],
    verify: byAny(
      ({ signature, right }) =>
        signature?.length === right.length && right.slice(0, 39) === signature.slice(0, 39),
    ),
  },
  '5.6 remembers signatures that were right': {
    breaks: ['signature-used-again'],
    ...remembering(),
  },
  '5.6 verifies only what the header calls a known event': {
    breaks: ['no-signature-under-another-event'],
    verify: orElse(
      ({ request }) => request.headers['x-platform-event'] !== messages.submissionUpdated.name,
    ),
  },
  '5.5 looks headers up in the spelling of the documents': {
    warning: 'advice',
    breaks: ['header-names-in-another-case'],
    verify: (delivery, secrets) =>
      delivery.request.rawHeaders.includes('X-Platform-Signature') &&
      rightParts.verify(delivery, secrets),
  },
  '5.5 knows the newest secret only': {
    breaks: ['older-secret'],
    verify: (delivery, secrets) => rightParts.verify(delivery, secrets.slice(0, 1)),
  },
  '2.3.submission.applicant.firstName takes the body for Latin-1': {
    breaks: ['names-beyond-ascii', 'split-characters'],
    verify: byAny(
      ({ secret, body, signature }) => signatureOf(secret, body.toString('latin1')) === signature,
    ),
  },
} satisfies Readonly<
  Record<string, Partial<Parts> & { breaks: readonly string[]; warning?: 'advice' }>
>

function remembering(): Partial<Parts> {
  const right = new Set<string>()
  return {
    async verify(delivery, secrets) {
      const { signature = '' } = delivery
      if (!right.has(signature) && !(await rightParts.verify(delivery, secrets))) return false
      right.add(signature)
      return true
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
