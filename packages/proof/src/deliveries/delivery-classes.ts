import { constants } from '@partner-platform/types'
import fc from 'fast-check'
import type { DeliveryCase } from './judge-delivery.ts'

const { receiverAnswers, timestampAgeLimitSeconds, timestampFutureLimitSeconds } = constants
const { bodyLimitBytes, jsonDepthLimit } = constants

type Json = { [member: string]: unknown }
export type Payload = Json & { timestamp: string; submission: Json & { status: string } }

/** The input of a delivery: a payload that a sender may send, and a source of randomness. */
type Given = { payload: Payload; text: string; number: number }
/** The difference from a plain delivery of the payload; `value` replaces the payload. */
type Change = Partial<Pick<DeliveryCase, 'body' | 'nowMs' | 'send'>> & { value?: unknown }
type Make = (given: Given) => Change
type Class = Pick<DeliveryCase, 'status' | 'kept'> & { make: Make }

const quarantined = (code: string) => ({ state: 'quarantined', code }) as const

const taken = (make: Make = () => ({})): Class => ({
  status: receiverAnswers.accepted,
  kept: { state: 'event', code: null },
  make,
})

/** A signed delivery that cannot be read is accepted and set aside (D-008). */
const unreadable = (code: string, make: Make): Class => ({
  status: receiverAnswers.quarantined,
  kept: quarantined(code),
  make,
})

const invalid = (change: (given: Given) => unknown) =>
  unreadable('invalid-payload', (given) => ({ value: change(given) }))

const bytes = (code: string, change: (text: string) => string | Buffer) =>
  unreadable(code, ({ payload }) => ({ body: Buffer.from(change(JSON.stringify(payload))) }))

const at = (code: string, offsetMs: (extraMs: number) => number) =>
  unreadable(code, ({ payload, number }) => ({
    nowMs: Date.parse(payload.timestamp) + offsetMs(number),
  }))

const unverified = (code: string, send: DeliveryCase['send']): Class => ({
  status: receiverAnswers.unverified,
  kept: quarantined(code),
  make: () => ({ send }),
})

/** A delivery that is refused before its body is read, and not kept (D-009). */
const refused = (status: number, change: Change): Class => ({
  status,
  kept: null,
  make: () => change,
})

const inSubmission = (payload: Payload, more: Json): Payload => ({
  ...payload,
  submission: { ...payload.submission, ...more },
})

const names = ['event', 'timestamp', 'agent', 'submission']
const wrongValues = [1, null, [], true]

/** Every class of deliveries that the decisions distinguish. */
const classes: Readonly<Record<string, Class>> = {
  valid: taken(),
  'unknown status': taken(({ payload, text }) => ({
    value: inSubmission(payload, { status: `NEW_${text}` }),
  })),
  'unknown event': taken(({ payload, text }) => ({
    value: { ...payload, event: `submission.${text}` },
  })),
  'remarks on RETURNED': taken(({ payload, text }) => ({
    value: inSubmission(payload, { status: 'RETURNED', remarks: text }),
  })),
  'broken condition': taken(({ payload }) => ({
    value: inSubmission(payload, { status: 'VISA_GRANTED', remarks: undefined }),
  })),
  'null where nothing need be': taken(({ payload }) => ({
    value: inSubmission(payload, { visaExpiryDate: null, feedbackDocsUrl: [null] }),
  })),
  'another spelling of the instant': taken(({ payload }) => ({
    value: { ...payload, timestamp: payload.timestamp.replace('Z', '000+00:00') },
  })),
  'unknown fields': taken(({ payload, text }) => ({
    value: {
      ...inSubmission(payload, { [`field ${text}`]: { deep: [text] } }),
      [`field ${text}`]: null,
    },
  })),
  'another name in the header': taken(() => ({ send: () => ({ event: 'other.event' }) })),
  'no name in the header': taken(() => ({ send: () => ({ event: null }) })),
  'upper-case digits': taken(() => ({
    send: ({ signature }) => ({
      signature: signature.replace(/(?<==).*/, (digits) => digits.toUpperCase()),
    }),
  })),
  'missing field': invalid(({ payload: { submission: _, ...rest } }) => rest),
  'wrong type': invalid(({ payload, number }) => ({
    ...payload,
    [names[number % 4] ?? '']: wrongValues[(number >> 2) % 4],
  })),
  'no object': invalid(({ payload: { timestamp } }) => [timestamp]),
  'half a body': bytes('invalid-json', (text) => text.slice(0, text.length / 2)),
  'a missing comma': bytes('invalid-json', (text) =>
    text.replace(/,("(?:event|timestamp|agent|submission)":)/, ' $1'),
  ),
  'a key twice': bytes('duplicate-key', (text) =>
    text.replace('{', '{"event":"submission.updated",'),
  ),
  'too deep': bytes('too-deep', (text) =>
    text.replace('{', `{"deep":${'['.repeat(jsonDepthLimit)}${']'.repeat(jsonDepthLimit)},`),
  ),
  'no UTF-8': bytes('invalid-utf8', (text) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
  ),
  'in the future': at(
    'timestamp-in-future',
    (extraMs) => -timestampFutureLimitSeconds * 1_000 - extraMs,
  ),
  'too old': at('timestamp-too-old', (extraMs) => timestampAgeLimitSeconds * 1_000 + extraMs),
  'no signature': unverified('missing-signature', () => ({ signature: null })),
  'upper-case signature': unverified('malformed-signature', ({ signature }) => ({
    signature: signature.toUpperCase(),
  })),
  'signature by another secret': unverified('signature-mismatch', ({ otherSignature }) => ({
    signature: otherSignature,
  })),
  'one bit changed': unverified('signature-mismatch', ({ body }) => ({
    body: Buffer.from(body.with(0, (body[0] ?? 0) ^ 1)),
  })),
  'too large': refused(receiverAnswers.tooLarge, {
    body: Buffer.from(' '.repeat(bodyLimitBytes + 1)),
  }),
  'another content type': refused(receiverAnswers.wrongContentType, {
    send: () => ({ contentType: 'text/plain' }),
  }),
  'another method': refused(receiverAnswers.wrongMethod, { send: () => ({ method: 'PUT' }) }),
}

/** Deliveries of each class, with payloads that `sender` generates from the message schema. */
export const deliveryClasses = (sender: fc.Arbitrary<Payload>): fc.Arbitrary<DeliveryCase>[] =>
  Object.entries(classes).map(([kind, { status, kept, make }]) =>
    fc
      .record({
        payload: sender,
        text: fc.string({ minLength: 1, maxLength: 12 }),
        number: fc.integer({ min: 1, max: 1e9 }),
      })
      .map(({ payload: any, ...random }) => {
        // A receiver's clock is never in the first century; 2096 has the same days as 1996.
        const payload: Payload = { ...any, timestamp: `20${any.timestamp.slice(2)}` }
        const { value = payload, ...change } = make({ payload, ...random })
        return {
          kind,
          status,
          kept,
          send: () => ({}),
          body: Buffer.from(JSON.stringify(value)),
          nowMs: Date.parse(payload.timestamp) + 1_000,
          ...change,
        }
      }),
  )
