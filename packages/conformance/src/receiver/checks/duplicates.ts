import { constants, type SubmissionUpdated } from '@partner-platform/types'
import { departs, passed, wrong } from '../../engine/check.ts'
import { describeSent, type Sent } from '../../engine/run.ts'
import type { HeaderLine } from '../../http/exchange.ts'
import {
  actedTwice,
  actsUpon,
  isAccepted,
  judgeTimes,
  notTaken,
  skipTwice,
  takes,
  timesOf,
  toReceiverChecks,
  unseenEffects,
} from '../receiver-check.ts'
import { effectOf, type ReceiverKit } from '../receiver-kit.ts'

const prefix = constants.signaturePrefix
const atOnceCount = 20

/** Headers that no contract mentions and that some senders and proxies set: nobody signed them. */
const unsignedHeaders = ({ events }: ReceiverKit): HeaderLine[] => {
  const value = events.uuid()
  return ['x-request-id', 'x-delivery-id', 'idempotency-key', 'webhook-id'].map((name) => [
    name,
    value,
  ])
}

const lost = 'Act on what you acknowledge: it is never sent again after a 2xx.'

/** Deliveries of one event. Acting on none loses the event; acting twice is a warning. */
const actsOnce = (
  send: (kit: ReceiverKit, event: SubmissionUpdated) => Promise<Sent[]>,
  { atOnce = false } = {},
) => ({
  expected: 'acted on once',
  ...actsUpon(
    async (kit) => {
      const event = kit.events.returned()
      return { events: [event], sent: await send(kit, event) }
    },
    (said, sight, effects) => judgeTimes(said, sight, effects, { lost }),
    { oneIsEnough: true, atOnce },
  ),
})

/** Events that arrive more than once. */
export const duplicateChecks = toReceiverChecks({
  'D-009, 6.5.2, D-010 duplicate-answer': {
    title: 'answers a duplicate like a success',
    next: 'Answer 2xx to a delivery that you already have, or it is sent again and again.',
    ...takes(
      ({ events }) => {
        const event = events.returned()
        return [{ event }, { event }]
      },
      { mayIgnore: true },
    ),
    expected: 'a 2xx to the first and to the second',
  },
  '3.trigger, 6.5.2, D-005 duplicate': {
    title: 'acts once on a delivery that arrives twice',
    next: 'Keep the SHA-256 of each body under a unique key, and skip known ones.',
    ...actsOnce((kit, event) => kit.deliverAll([{ event }, { event }])),
  },
  '3.trigger, 6.5.2, D-005 duplicates-at-once': {
    title: 'acts once on a delivery that arrives on many connections at once',
    next: 'Let a unique key of the database decide which delivery is first, not a query before the insert.',
    bearsLimit: true,
    ...actsOnce(
      async (kit, event) => {
        const outgoing = await kit.prepare(event)
        return Promise.all(Array.from({ length: atOnceCount }, () => kit.send(outgoing)))
      },
      { atOnce: true },
    ),
  },
  '3.trigger, 6.5.2, D-005 duplicate-in-other-bytes': {
    title: 'acts once on one event that is written in two ways',
    next: 'Also keep (environment, event, submission.uuid, timestamp, status) under a unique key.',
    ...actsOnce((kit, event) =>
      kit.deliverAll([{ event }, { event, body: JSON.stringify(event, null, 2) }]),
    ),
  },
  '3.trigger, 6.5.2, D-005 duplicate-with-other-headers': {
    title: 'acts once on the same bytes with different unsigned headers',
    next: 'Deduplicate by what is signed: the body. Headers can be anything.',
    ...actsOnce((kit, event) =>
      kit.deliverAll([
        { event, headers: unsignedHeaders(kit) },
        { event, headers: unsignedHeaders(kit) },
      ]),
    ),
  },
  '3.trigger, 6.5.2, D-005 duplicate-with-other-signature': {
    title: 'acts once on the same bytes with a different valid signature',
    next: 'Deduplicate by the body, not by the signature: its digits may be in either case, and a retry may be signed with a newer secret.',
    secrets: 1,
    ...actsOnce(async (kit, event) => {
      const genuine = await kit.genuineOf(event)
      const upperCase = prefix + genuine.slice(prefix.length).toUpperCase()
      const byOlder = kit.secrets.slice(1).map((secret) => ({ event, secret }))
      return kit.deliverAll([{ event }, { event, signatures: [upperCase] }, ...byOlder])
    }),
  },
  '3.trigger, D-005 events-with-equal-headers': {
    title: 'acts on two events with the same unsigned headers',
    expected: 'a 2xx to both, and each acted on once',
    next: 'Deduplicate by what is signed: the body. Headers can be anything.',
    ...actsUpon(async (kit) => {
      const events = [kit.events.returned(), kit.events.returned()]
      const headers = unsignedHeaders(kit)
      return { events, sent: await kit.deliverAll(events.map((event) => ({ event, headers }))) }
    }, judgeTimes),
  },
})

const burstSize = 20
const timedCount = 5

/** How fast the receiver answers, and whether it still works under load and after all other checks. */
export const loadChecks = toReceiverChecks({
  '6.5.1, D-006, D-011 quick-answer': {
    title: 'answers quickly',
    expected: 'each answer well within the time of one attempt; the source gives no figure',
    next: 'Store the event, answer, and do the work afterwards.',
    async drive(kit) {
      const events = Array.from({ length: timedCount }, () => kit.events.returned())
      const sent = await kit.deliverAll(events.map((event) => ({ event })))
      const slowestMs = Math.max(...sent.map(({ answer }) => answer.durationMs))
      const said = `${describeSent(sent)}, the slowest after ${Math.round(slowestMs)} ms`
      const full = `${said}; up to ${kit.quickAnswerMs} ms count as quick here`
      return {
        sent: sent.slice(0, 1),
        judge() {
          if (!sent.every(isAccepted)) return notTaken(kit, said)
          if (slowestMs <= kit.quickAnswerMs) return passed(said)
          return { ...departs(full), warning: 'slow-answer' }
        },
      }
    },
  },
  '3.trigger, D-006 burst': {
    title: 'acts on each event that it acknowledges in a burst',
    expected: 'each event that was answered with a 2xx acted on once',
    next: 'Store the event before you answer 2xx. If you cannot, answer 503.',
    bearsLimit: true,
    async drive(kit) {
      const events = Array.from({ length: burstSize }, () => kit.events.returned())
      const outgoing = await Promise.all(events.map((event) => kit.prepare(event)))
      const sent = await Promise.all(outgoing.map((one) => kit.send(one)))
      const taken = sent.map(isAccepted)
      const effects = events.filter((_, index) => taken[index]).map(effectOf)
      const said = `${effects.length} of ${burstSize} acknowledged`
      const isWhole = !taken.includes(false)
      return {
        sent,
        atOnce: true,
        awaits: effects,
        judge(sight) {
          if (effects.length === 0) return notTaken(kit, describeSent(sent))
          if (!sight?.isLive)
            return isWhole ? unseenEffects(said, sight) : departs(`${said}: ${describeSent(sent)}`)
          const times = timesOf(sight, effects)
          const done = times.filter((one) => one === 1).length
          const full = `${said}, ${done} of them acted on once`
          if (times.includes(0)) return wrong(full)
          if (done < effects.length) return actedTwice(full, skipTwice)
          return isWhole ? passed(full) : departs(full)
        },
      }
    },
  },
  '3.trigger still-there': {
    title: 'still accepts a genuine delivery after everything else',
    next: 'Find out what stopped the receiver: run each of the earlier checks on its own.',
    ...takes(({ events }) => [{ event: events.returned() }]),
  },
})
