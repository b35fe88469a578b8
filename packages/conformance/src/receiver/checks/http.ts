import { constants, messages } from '@partner-platform/types'
import { passed, wrong } from '../../engine/verdict.ts'
import { describeAnswer } from '../../http/exchange.ts'
import { effectOf } from '../event-maker.ts'
import { expectIdle, expectTaken } from '../expect.ts'
import { isAccepted, notTaken, type ReceiverCheck, toBytes } from '../receiver-kit.ts'

const { receiverAnswers, bodyLimitBytes } = constants
const { contentType } = messages.submissionUpdated
const slowPieces = 10

/** Sizes, types, methods and slow senders. */
export const httpChecks: readonly ReceiverCheck[] = [
  {
    id: 'largest-body',
    rule: 'D-009',
    title: `takes a body of ${bodyLimitBytes} bytes`,
    severity: 'advice',
    expected: 'a 2xx, and acted upon once',
    next: `Take bodies of up to ${bodyLimitBytes} bytes.`,
    async drive(kit) {
      const event = kit.events.returned()
      const body = toBytes(JSON.stringify(event).padEnd(bodyLimitBytes))
      return expectTaken(kit, await kit.deliver(body), { effect: effectOf(event) })
    },
  },
  {
    id: 'oversized-body',
    rule: 'D-009',
    title: `refuses a body of more than ${bodyLimitBytes} bytes`,
    severity: 'advice',
    expected: `${receiverAnswers.tooLarge}, or a closed connection`,
    next: 'Stop reading at the limit: the sender has not shown a valid signature yet.',
    async drive(kit) {
      const event = kit.events.returned()
      const body = toBytes(JSON.stringify(event).padEnd(bodyLimitBytes + 1))
      const { uuid } = event.submission
      const kinds = ['refused', 'closed'] as const
      return expectIdle(kit, [await kit.deliver(body)], { uuids: [uuid], kinds })
    },
  },
  {
    id: 'type-with-charset',
    rule: 'D-009',
    title: 'takes JSON whose content type has a parameter',
    severity: 'advice',
    expected: 'a 2xx, and acted upon once',
    next: 'Compare the media type only, without its parameters.',
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.deliver(event, { contentType: `${contentType}; charset=utf-8` })
      return expectTaken(kit, sent, { effect: effectOf(event) })
    },
  },
  {
    id: 'other-type',
    rule: 'D-009',
    title: 'refuses another content type',
    severity: 'advice',
    expected: String(receiverAnswers.wrongContentType),
    next: `Answer ${receiverAnswers.wrongContentType} to what is not ${contentType}: no delivery of the service is.`,
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.deliver(event, { contentType: 'text/plain' })
      return expectIdle(kit, [sent], { uuids: [event.submission.uuid], kinds: ['refused'] })
    },
  },
  {
    id: 'other-method',
    rule: 'D-009',
    title: 'refuses another method',
    severity: 'advice',
    expected: String(receiverAnswers.wrongMethod),
    next: `Answer ${receiverAnswers.wrongMethod} to everything but ${messages.submissionUpdated.method}.`,
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.send({ ...(await kit.prepare(event)), method: 'PUT' })
      const read = await kit.send({ ...sent.outgoing, headers: [], body: null, method: 'GET' })
      return expectIdle(kit, [sent, read], { uuids: [event.submission.uuid], kinds: ['refused'] })
    },
  },
  {
    id: 'slow-body',
    rule: 'D-011',
    title: 'takes a body that arrives slowly',
    severity: 'advice',
    expected: 'a 2xx, and acted upon once',
    next: 'Give a sender some seconds for its body.',
    async drive(kit) {
      const event = kit.events.returned()
      const body = toBytes(event)
      const size = Math.ceil(body.length / slowPieces)
      const pieces = Array.from({ length: slowPieces }, (_, index) => ({
        bytes: body.subarray(index * size, (index + 1) * size),
        pauseMs: kit.pauses.slowBodyMs,
      }))
      return expectTaken(kit, await kit.deliver(body, { pieces }), { effect: effectOf(event) })
    },
  },
  {
    id: 'early-answer',
    rule: 'D-006',
    title: 'acknowledges nothing before it has all of it',
    severity: 'advice',
    expected: 'no 2xx before the body is complete',
    next: 'Read, verify and store first, and answer then: what you acknowledge is not sent again.',
    async drive(kit) {
      const body = toBytes(kit.events.returned())
      const half = Math.floor(body.length / 2)
      const pieces = [
        { bytes: body.subarray(0, half), pauseMs: 0 },
        { bytes: body.subarray(half), pauseMs: kit.pauses.halfBodyMs },
      ]
      const sent = await kit.deliver(body, { pieces })
      const said = describeAnswer(sent.answer)
      return {
        sent: [sent],
        judge() {
          if (!isAccepted(sent)) return notTaken(kit, said)
          return sent.answer.isEarly ? wrong(`${said}, with half of the body sent`) : passed(said)
        },
      }
    },
  },
  {
    id: 'stalled-body',
    rule: 'D-011',
    title: 'cuts off a sender that stalls',
    severity: 'advice',
    expected: 'a 4xx or a closed connection within the time of one attempt',
    next: 'Give the server a timeout for whole requests, or stalled senders use up its connections.',
    isSlow: true,
    async drive(kit) {
      const sent = await kit.deliver(kit.events.returned(), { stalls: true })
      return expectIdle(kit, [sent], { uuids: [], kinds: ['refused', 'closed'] })
    },
  },
]
