import { constants } from '@partner-platform/types'
import fc from 'fast-check'
import type { DeliveryCase } from './judge-delivery.ts'

const { receiverAnswers, timestampAgeLimitSeconds, timestampFutureLimitSeconds } = constants
const { bodyLimitBytes, jsonDepthLimit } = constants

type Json = { [member: string]: unknown }
export type Payload = Json & { timestamp: string; submission: Json & { status: string } }

const event = { state: 'event', code: null } as const
const quarantined = (code: string) => ({ state: 'quarantined', code }) as const

/**
 * Deliveries of each class that the decisions distinguish, made of payloads that are generated from the
 * message schema. `sender` generates payloads that a sender may send.
 */
export function deliveryClasses(sender: fc.Arbitrary<Payload>): fc.Arbitrary<DeliveryCase>[] {
  // A receiver's clock is never in the years of Rome; 2096 has the days of 1996.
  const ours = sender.map(({ timestamp, ...rest }) => ({
    ...rest,
    timestamp: `20${timestamp.slice(2)}`,
  })) as fc.Arbitrary<Payload>
  const makers = [readable, unreadable, outOfTime, unverified, refused]
  return makers.flatMap((make) => make(ours))
}

type Class = fc.Arbitrary<DeliveryCase>
type Given = Omit<DeliveryCase, 'delivery' | 'nowMs' | 'body'> & Partial<DeliveryCase>

const make = (payload: Payload, given: Given): DeliveryCase => ({
  body: Buffer.from(JSON.stringify(payload)),
  nowMs: Date.parse(payload.timestamp) + 1_000,
  delivery: ({ body, signature }) => ({ body, signature }),
  ...given,
})

const { accepted } = receiverAnswers
/** A change to a payload that readers accept. */
const tolerated = (
  kind: string,
  sender: fc.Arbitrary<Payload>,
  change: (payload: Payload, text: string) => Payload,
): Class =>
  fc
    .tuple(sender, fc.string({ minLength: 1, maxLength: 12 }))
    .map(([payload, text]) => make(change(payload, text), { kind, status: accepted, kept: event }))

const inSubmission = (payload: Payload, more: Json): Payload => ({
  ...payload,
  submission: { ...payload.submission, ...more },
})

const readable = (sender: fc.Arbitrary<Payload>): Class[] => [
  sender.map((payload) => make(payload, { kind: 'valid', status: accepted, kept: event })),
  tolerated('unknown status', sender, (payload, text) =>
    inSubmission(payload, { status: `NEW_${text}` }),
  ),
  tolerated('unknown event', sender, (payload, text) => ({
    ...payload,
    event: `submission.${text}`,
  })),
  tolerated('remarks on RETURNED', sender, (payload, text) =>
    inSubmission(payload, { status: 'RETURNED', remarks: text }),
  ),
  tolerated('broken condition', sender, (payload) => {
    const { remarks: _, ...rest } = payload.submission
    return { ...payload, submission: { ...rest, status: 'VISA_GRANTED' } }
  }),
  tolerated('null where nothing need be', sender, (payload) =>
    inSubmission(payload, { visaExpiryDate: null, feedbackDocsUrl: [null] }),
  ),
  tolerated('another spelling of the instant', sender, ({ timestamp, ...rest }) => ({
    ...(rest as Payload),
    timestamp: timestamp.replace('Z', '000+00:00'),
  })),
  tolerated('unknown fields', sender, (payload, text) => ({
    ...inSubmission(payload, { [`field ${text}`]: { deep: [text] } }),
    [`field ${text}`]: null,
  })),
  sender.map((payload) =>
    make(payload, {
      ...{ kind: 'another name in the header', status: accepted, kept: event },
      delivery: ({ body, signature }) => ({ body, signature, event: 'other.event' }),
    }),
  ),
  sender.map((payload) =>
    make(payload, {
      ...{ kind: 'upper-case digits', status: accepted, kept: event },
      delivery: ({ body, signature }) => ({
        ...{ body, signature: signature.replace(/(?<==).*/, (digits) => digits.toUpperCase()) },
      }),
    }),
  ),
  sender.map((payload) =>
    make(payload, {
      ...{ kind: 'no name in the header', status: accepted, kept: event },
      delivery: ({ body, signature }) => ({ body, signature, event: null }),
    }),
  ),
]

/** What is signed and cannot be read is taken, and set aside (D-008). */
const unreadable = (sender: fc.Arbitrary<Payload>): Class[] => {
  const given = (kind: string, code: string) => ({
    ...{ kind, status: receiverAnswers.quarantined, kept: quarantined(code) },
  })
  const invalid = (kind: string, change: (payload: Payload) => unknown) =>
    sender.map((payload) =>
      make(payload, {
        ...given(kind, 'invalid-payload'),
        body: Buffer.from(JSON.stringify(change(payload))),
      }),
    )
  const bytes = (kind: string, code: string, change: (text: string) => string | Buffer) =>
    sender.map((payload) =>
      make(payload, { ...given(kind, code), body: Buffer.from(change(JSON.stringify(payload))) }),
    )
  return [
    invalid('missing field', ({ submission: _, ...rest }) => rest),
    fc
      .tuple(
        sender,
        fc.constantFrom('event', 'timestamp', 'agent', 'submission'),
        fc.constantFrom(1, null, [], true),
      )
      .map(([payload, name, wrong]) =>
        make(payload, {
          ...given('wrong type', 'invalid-payload'),
          body: Buffer.from(JSON.stringify({ ...payload, [name]: wrong })),
        }),
      ),
    invalid('no object', ({ timestamp }) => [timestamp]),
    bytes('half a body', 'invalid-json', (text) => text.slice(0, text.length / 2)),
    bytes('a missing comma', 'invalid-json', (text) =>
      text.replace(/,("(?:event|timestamp|agent|submission)":)/, ' $1'),
    ),
    bytes('a key twice', 'duplicate-key', (text) =>
      text.replace('{', '{"event":"submission.updated",'),
    ),
    bytes('too deep', 'too-deep', (text) =>
      text.replace('{', `{"deep":${'['.repeat(jsonDepthLimit)}${']'.repeat(jsonDepthLimit)},`),
    ),
    bytes('no UTF-8', 'invalid-utf8', (text) =>
      Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    ),
  ]
}

const outOfTime = (sender: fc.Arbitrary<Payload>): Class[] => {
  const at = (code: string, offsetMs: (extraMs: number) => number) =>
    fc.tuple(sender, fc.integer({ min: 1, max: 1e9 })).map(([payload, extraMs]) =>
      make(payload, {
        ...{ kind: code, status: receiverAnswers.quarantined, kept: quarantined(code) },
        nowMs: Date.parse(payload.timestamp) + offsetMs(extraMs),
      }),
    )
  return [
    at('timestamp-in-future', (extraMs) => -timestampFutureLimitSeconds * 1_000 - extraMs),
    at('timestamp-too-old', (extraMs) => timestampAgeLimitSeconds * 1_000 + extraMs),
  ]
}

const unverified = (sender: fc.Arbitrary<Payload>): Class[] => {
  const by = (kind: string, code: string, signing: DeliveryCase['delivery']) =>
    sender.map((payload) =>
      make(payload, {
        ...{ kind, status: receiverAnswers.unverified, kept: quarantined(code) },
        delivery: signing,
      }),
    )
  return [
    by('no signature', 'missing-signature', ({ body }) => ({ body, signature: null })),
    by('upper-case signature', 'malformed-signature', ({ body, signature }) => ({
      ...{ body, signature: signature.toUpperCase() },
    })),
    by('signature by another secret', 'signature-mismatch', ({ body, otherSignature }) => ({
      ...{ body, signature: otherSignature },
    })),
    by('one bit changed', 'signature-mismatch', ({ body, signature }) => {
      const changed = Buffer.from(body)
      changed[0] = (changed[0] ?? 0) ^ 1
      return { body: changed, signature }
    }),
  ]
}

/** What is refused before its body is looked at, and not kept (D-009). */
const refused = (sender: fc.Arbitrary<Payload>): Class[] => {
  const so = (kind: string, status: number, more: Partial<DeliveryCase>) =>
    sender.map((payload) => make(payload, { kind, status, kept: null, ...more }))
  const { tooLarge, wrongContentType, wrongMethod } = receiverAnswers
  return [
    so('too large', tooLarge, { body: Buffer.from(' '.repeat(bodyLimitBytes + 1)) }),
    so('another content type', wrongContentType, {
      delivery: ({ body, signature }) => ({ body, signature, contentType: 'text/plain' }),
    }),
    so('another method', wrongMethod, {
      delivery: ({ body, signature }) => ({ body, signature, method: 'PUT' }),
    }),
  ]
}
