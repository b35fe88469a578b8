import type { SubmissionUpdated } from '@partner-platform/types'
import { describeSent, type Sent } from '../../engine/run.ts'
import { departs, passed, wrong } from '../../engine/verdict.ts'
import { describeAnswer } from '../../http/exchange.ts'
import { effectOf } from '../event-maker.ts'
import { expectIdle, expectTaken, skipTwice, unseenEffects } from '../expect.ts'
import {
  countOf,
  type Drive,
  isAccepted,
  notTaken,
  type ReceiverCheck,
  type ReceiverKit,
  timesOf,
} from '../receiver-kit.ts'

/** A name that no message of the contract has. */
export const otherEventName = 'submission.archived'

/** The name of the event, and one event for each change. */
export const eventChecks: readonly ReceiverCheck[] = [
  {
    id: 'header-names-another-event',
    rule: '6.1.3',
    see: ['D-024'],
    title: 'follows the body if the header names another event',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Choose the handler by the event in the body: the header is not signed.',
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.deliver(event, { eventName: otherEventName })
      return expectTaken(kit, sent, { effect: effectOf(event) })
    },
  },
  {
    id: 'body-names-another-event',
    rule: '6.1.3',
    see: ['D-024'],
    title: 'does not follow the header if the body names another event',
    severity: 'must',
    expected: 'not acted upon',
    next: 'Choose the handler by the event in the body: the header is not signed.',
    async drive(kit) {
      const event = named(kit.events.returned())
      const sent = await kit.deliver(event)
      const { uuid } = event.submission
      const kinds = ['accepted', 'refused'] as const
      return expectIdle(kit, [sent], { uuids: [uuid], kinds, isHidden: true })
    },
  },
  {
    id: 'unknown-event',
    rule: 'D-024',
    title: 'acknowledges an event that it does not know, and does nothing',
    severity: 'advice',
    expected: 'a 2xx, and not acted upon',
    next: 'Store an event that you do not know, answer 2xx, and give it to no handler.',
    async drive(kit) {
      const event = named(kit.events.returned())
      const sent = await kit.deliver(event, { eventName: otherEventName })
      const { uuid } = event.submission
      return expectIdle(kit, [sent], { uuids: [uuid], kinds: ['accepted'] })
    },
  },
  {
    id: 'each-change',
    rule: '3.trigger',
    see: ['D-005'],
    title: 'acts upon each change of one submission',
    severity: 'must',
    expected: 'a 2xx to both, and both acted upon once',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission alone.',
    async drive(kit) {
      const first = kit.events.granted({ ageMs: 1_000 })
      const { uuid } = first.submission
      return changes(kit, [first, kit.events.returned({ submission: { uuid } })])
    },
  },
  {
    id: 'status-again',
    rule: '3.trigger',
    see: ['D-005'],
    title: 'acts on a status that a submission returns to',
    severity: 'must',
    expected: 'a 2xx to each, and each acted upon once',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission and status.',
    async drive(kit) {
      const first = kit.events.granted({ ageMs: 2_000 })
      const submission = { uuid: first.submission.uuid }
      return changes(kit, [
        first,
        kit.events.returned({ ageMs: 1_000, submission }),
        kit.events.granted({ submission }),
      ])
    },
  },
  {
    id: 'changes-at-one-instant',
    rule: '3.trigger',
    see: ['D-005'],
    title: 'acts upon two changes of one submission at the same time',
    severity: 'must',
    expected: 'a 2xx to both, and both acted upon once',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission and timestamp.',
    async drive(kit) {
      const first = kit.events.granted()
      const { uuid } = first.submission
      const second = kit.events.returned({ submission: { uuid } })
      return changes(kit, [first, { ...second, timestamp: first.timestamp }])
    },
  },
  {
    id: 'changes-within-a-second',
    rule: '3.trigger',
    see: ['2.3.timestamp', 'D-005'],
    title: 'acts on a status that is repeated within a second',
    severity: 'must',
    expected: 'a 2xx to each, and each acted upon once',
    next: 'Keep the milliseconds of the timestamp in the key that identifies an event.',
    async drive(kit) {
      const first = kit.events.granted({ ageMs: 1_000 })
      const submission = { uuid: first.submission.uuid }
      const at = (event: SubmissionUpdated, milliseconds: number) => ({
        ...event,
        timestamp: first.timestamp.replace(/\.\d+/, `.${milliseconds}`),
      })
      return changes(kit, [
        at(first, 100),
        at(kit.events.returned({ submission }), 200),
        at(kit.events.granted({ submission }), 300),
      ])
    },
  },
]

const onlyNewest =
  'It ended with the newest change: see whether it leaves out the others on purpose.'

/** Changes of one submission, in their order; each is to be acted upon once. */
async function changes(kit: ReceiverKit, events: readonly SubmissionUpdated[]): Promise<Drive> {
  const sent: Sent[] = []
  for (const event of events) sent.push(await kit.deliver(event))
  const wanted = events.map(effectOf)
  return {
    sent,
    awaits: sent.every(isAccepted) ? wanted : [],
    judge(sight) {
      const said = sent.map(({ answer }) => describeAnswer(answer)).join(', then ')
      if (!isAccepted(sent[0] as Sent)) return notTaken(kit, said)
      if (!sent.every(isAccepted)) return wrong(said)
      if (!sight) return unseenEffects(describeSent(sent), sight)
      const times = wanted.map((effect) => timesOf(sight, effect))
      const full = `${said}; acted upon ${times.join(' and ')} times`
      const isWhole = wanted.every((one, at) => times[at] === countOf(wanted, one))
      if (isWhole) return passed(full)
      const isMore = wanted.every((one, at) => Number(times[at]) >= countOf(wanted, one))
      if (isMore) return { ...departs(full, skipTwice), warning: 'acted-twice' }
      // One that waits for the last of several changes is no wrong reader of any.
      const isNewest = sight.statusesOf(wanted[0]?.uuid ?? '').at(-1) === wanted.at(-1)?.status
      return isNewest ? departs(full, onlyNewest) : wrong(full)
    },
  }
}

/** The event under a name that the contract does not have, as a future one would come. */
function named(event: SubmissionUpdated): SubmissionUpdated {
  return { ...event, event: otherEventName as SubmissionUpdated['event'] }
}
