import { constants, messages, type SubmissionUpdated } from '@partner-platform/types'
import { passedIf, unseen } from '../../engine/check.ts'
import { type AnswerKind, describeAnswer, type Piece } from '../../http/exchange.ts'
import {
  expectIdle,
  ignores,
  isAccepted,
  notTaken,
  takes,
  toReceiverChecks,
} from '../receiver-check.ts'
import { type Body, toBytes } from '../receiver-kit.ts'

/** Genuine deliveries in unusual bytes, in pieces, and signed by each secret. */
export const byteChecks = toReceiverChecks({
  '5.5, D-001 exact-bytes': {
    title: 'verifies the bytes as received, with any white space and escapes',
    next: 'Verify the raw bytes before any parser, not JSON that was parsed and printed again.',
    ...takes(({ events }) => {
      const event = events.returned()
      const text = JSON.stringify(event, null, 3).replace('"Asha"', String.raw`"\u0041sha"`)
      return [{ event, body: `${text}\r\n` }]
    }),
  },
  '5.5, D-001 split-characters': {
    title: 'reassembles a body whose pieces end inside a character',
    next: 'Collect bytes, and decode them once when they are complete.',
    ...takes(({ events, pauses }) => {
      const event = events.returned({ applicant: { firstName: 'Zoë', lastName: 'Ñúñez' } })
      const body = toBytes(event)
      // One byte into each character that has more than one.
      const cuts = [...body.keys()].filter((at) => (body[at] ?? 0) >= 0xc0).map((at) => at + 1)
      return [{ event, body, pieces: inPieces(body, cuts, pauses.splitBodyMs) }]
    }),
  },
  '5.5, D-004 older-secret': {
    title: 'accepts a delivery signed with an older secret of its list',
    next: 'Hold a list of secrets and try each of them.',
    secrets: 2,
    ...takes(({ events, secrets }) =>
      secrets.slice(1).map((secret) => ({ secret, event: events.returned() })),
    ),
  },
  '5.5, D-002 header-names-in-another-case': {
    severity: 'advice',
    title: 'finds the headers whatever the case of their names',
    next: 'Look headers up without regard to case: HTTP/2 and many proxies send them in lower case.',
    ...takes(({ events }) => [{ event: events.returned(), lowerCaseNames: true }]),
  },
  'D-002 constant-time': {
    title: 'compares digests in constant time',
    expected: 'the same time for every wrong signature',
    next: 'Read the code: compare the decoded bytes with a function such as timingSafeEqual.',
    drive: async () => ({
      sent: [],
      judge: () => unseen('nothing: it is not visible over a network'),
    }),
  },
})

/** A body cut at these places, with a pause at each. */
const inPieces = (body: Uint8Array, cuts: readonly number[], pauseMs: number): Piece[] =>
  [...cuts, body.length].map((to, index) => ({
    bytes: body.subarray(cuts[index - 1] ?? 0, to),
    pauseMs: index === 0 ? 0 : pauseMs,
  }))

/** Signed bodies that are not an event. */
const keeps = (
  make: (event: SubmissionUpdated) => readonly Body[],
  options: Parameters<typeof ignores>[1] = { kinds: ['accepted'] },
) =>
  ignores(({ events }) => {
    const event = events.returned()
    return make(event).map((body) => ({ event, body }))
  }, options)

const either: readonly AnswerKind[] = ['accepted', 'refused']
const hidden = { kinds: either, isHidden: true }
const deepest = constants.jsonDepthLimit
/** Deep enough for a parser that calls itself, within the limit of a body. */
const abyss = 20_000

/** Signed bodies that cannot or must not be read. */
export const bodyChecks = toReceiverChecks({
  'D-008, 6.4.2 missing-comma': {
    title: "quarantines malformed JSON, as in the source's own sample: a comma is missing",
    next: 'Answer 2xx and keep the bytes for a person: anything else costs retries of the same bytes.',
    ...keeps((event) => {
      const submission = { ...event.submission, remarks: 'Please upload the passport again.' }
      const text = JSON.stringify({ ...event, submission }, null, 2)
      return [text.replace(/,(\s+"remarks")/, '$1')]
    }),
  },
  'D-008 no-event': {
    title: 'quarantines signed JSON that is not an event',
    next: 'Check that the body is an object with the members of the contract before you touch them.',
    ...keeps((event) => [
      ...['null', '[]', '"text"', '0', '{}'],
      JSON.stringify({ ...event, submission: null }),
    ]),
  },
  'D-008 empty-body': {
    title: 'answers a signed empty body',
    next: 'Treat an empty body as unreadable.',
    ...keeps(() => [''], { kinds: either }),
  },
  'D-006, D-008 not-utf-8': {
    title: 'does not act on bytes that are not UTF-8',
    next: 'Decode as UTF-8 and refuse invalid bytes; otherwise two different bodies decode to the same text.',
    ...keeps((event) => {
      const body = toBytes(event)
      return [body.with(Buffer.from(body).indexOf('Asha') + 1, 0xff)]
    }, hidden),
  },
  'D-006, D-008 duplicate-names': {
    title: 'does not act on an object that has a member twice',
    next: 'Refuse duplicate names: two parsers may read two different events from one signed body.',
    ...keeps((event) => {
      const status = JSON.stringify({ status: event.submission.status }).slice(1, -1)
      return [JSON.stringify(event).replace(status, `"status":"VISA_GRANTED",${status}`)]
    }, hidden),
  },
  'D-006, D-008 too-deep': {
    title: 'does not act on JSON that is nested too deeply, and survives it',
    next: 'Limit the depth before or while you parse.',
    ...keeps((event) => [nested(event, deepest + 1), nested(event, abyss)], hidden),
  },
})

/** The event with an unknown member of nested arrays. */
function nested(event: SubmissionUpdated, depth: number): string {
  const text = JSON.stringify(event)
  return `${text.slice(0, -1)},"note":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

const { receiverAnswers, bodyLimitBytes } = constants
const { contentType, method } = messages.submissionUpdated
const slowPieces = 10

/** An event filled up with white space. */
const padded = (event: SubmissionUpdated, size: number) => [
  { event, body: JSON.stringify(event).padEnd(size) },
]

/** Sizes, types, methods and slow senders. */
export const httpChecks = toReceiverChecks({
  'D-009 largest-body': {
    title: `accepts a body of ${bodyLimitBytes} bytes`,
    next: `Accept bodies of up to ${bodyLimitBytes} bytes.`,
    ...takes(({ events }) => padded(events.returned(), bodyLimitBytes)),
  },
  'D-009 oversized-body': {
    title: `refuses a body of more than ${bodyLimitBytes} bytes`,
    next: 'Stop reading at the limit: the sender has not shown a valid signature yet.',
    ...ignores(({ events }) => padded(events.returned(), bodyLimitBytes + 1), {
      kinds: ['refused', 'closed'],
    }),
    expected: `${receiverAnswers.tooLarge}, or a closed connection`,
  },
  'D-009 type-with-charset': {
    title: 'accepts JSON whose content type has a parameter',
    next: 'Compare the media type only, without its parameters.',
    ...takes(({ events }) => [
      { event: events.returned(), contentType: `${contentType}; charset=utf-8` },
    ]),
  },
  'D-009 other-type': {
    title: 'refuses any other content type',
    next: `Answer ${receiverAnswers.wrongContentType} to any type but ${contentType}: the service sends no other.`,
    ...ignores(({ events }) => [{ event: events.returned(), contentType: 'text/plain' }], {
      kinds: ['refused'],
    }),
    expected: String(receiverAnswers.wrongContentType),
  },
  'D-009 other-method': {
    title: 'refuses any other method',
    expected: String(receiverAnswers.wrongMethod),
    next: `Answer ${receiverAnswers.wrongMethod} to everything but ${method}.`,
    async drive(kit) {
      const event = kit.events.returned()
      const outgoing = await kit.prepare(event)
      const sent = [
        await kit.send({ ...outgoing, method: 'PUT' }),
        await kit.send({ ...outgoing, headers: [], body: null, method: 'GET' }),
      ]
      return expectIdle(kit, sent, { uuids: [event.submission.uuid], kinds: ['refused'] })
    },
  },
  'D-011 slow-body': {
    title: 'accepts a body that arrives slowly',
    next: 'Give a sender a few seconds to send its body.',
    ...takes(({ events, pauses }) => {
      const event = events.returned()
      const body = toBytes(event)
      const size = Math.ceil(body.length / slowPieces)
      const pieces = Array.from({ length: slowPieces }, (_, index) => ({
        bytes: body.subarray(index * size, (index + 1) * size),
        pauseMs: pauses.slowBodyMs,
      }))
      return [{ event, body, pieces }]
    }),
  },
  'D-006 early-answer': {
    title: 'acknowledges a delivery only when it has the whole body',
    expected: 'no 2xx before the body is complete',
    next: 'Read, verify and store first, and only then answer: what you acknowledge is not sent again.',
    async drive(kit) {
      const body = toBytes(kit.events.returned())
      const pieces = inPieces(body, [Math.floor(body.length / 2)], kit.pauses.halfBodyMs)
      const sent = await kit.deliver(body, { pieces })
      const { isEarly } = sent.answer
      const said = `${describeAnswer(sent.answer)}${isEarly ? ', with half of the body sent' : ''}`
      const judge = () => (isAccepted(sent) ? passedIf(!isEarly, said) : notTaken(kit, said))
      return { sent: [sent], judge }
    },
  },
  'D-011 stalled-body': {
    title: 'cuts off a sender that stalls',
    expected: 'a 4xx or a closed connection within the time of one attempt',
    next: 'Give the server a timeout for whole requests, or stalled senders will use up its connections.',
    isSlow: true,
    async drive(kit) {
      const sent = await kit.deliver(kit.events.returned(), { stalls: true })
      return expectIdle(kit, [sent], { uuids: [], kinds: ['refused', 'closed'] })
    },
  },
})
