import { constants, type SubmissionUpdated } from '@partner-platform/types'
import { departs, type Effect, passedIf, type Sight, type Verdict } from '../../engine/check.ts'
import { actsUpon, ignores, judgeTimes, takes, toReceiverChecks } from '../receiver-check.ts'
import type { EventMaker, ReceiverKit } from '../receiver-kit.ts'

/** An event name that is not in the contract. */
export const otherEventName = 'submission.archived'

/** The event under an unknown name, as a future event would arrive. */
function renamed(event: SubmissionUpdated): SubmissionUpdated {
  return { ...event, event: otherEventName as SubmissionUpdated['event'] }
}

const eitherAnswer = { kinds: ['accepted', 'refused'], isHidden: true } as const

/** The name of the event, and one event for each change. */
export const eventChecks = toReceiverChecks({
  '6.1.3, D-024 header-names-another-event': {
    title: 'follows the body if the header names a different event',
    next: 'Choose the handler by the event in the body: the header is not signed.',
    ...takes(({ events }) => [{ event: events.returned(), eventName: otherEventName }]),
  },
  '6.1.3, D-024 body-names-another-event': {
    title: 'does not follow the header if the body names a different event',
    next: 'Choose the handler by the event in the body: the header is not signed.',
    ...ignores(({ events }) => [{ event: renamed(events.returned()) }], eitherAnswer),
  },
  'D-024 unknown-event': {
    title: 'acknowledges an event that it does not know, and does nothing',
    next: 'Store an unknown event, answer 2xx, and call no handler.',
    ...ignores(({ events }) => [{ event: renamed(events.returned()), eventName: otherEventName }], {
      kinds: ['accepted'],
    }),
  },
  '3.trigger, D-005 each-change': {
    title: 'acts on each change of one submission',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission alone.',
    ...actsOnChanges((events) => {
      const first = events.granted({ ageMs: 1_000 })
      return [first, events.returned({ submission: sameAs(first) })]
    }),
  },
  '3.trigger, D-005 status-again': {
    title: 'acts on a status that a submission returns to',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission and status.',
    ...actsOnChanges((events) => {
      const first = events.granted({ ageMs: 2_000 })
      const submission = sameAs(first)
      return [first, events.returned({ ageMs: 1_000, submission }), events.granted({ submission })]
    }),
  },
  '3.trigger, D-005 changes-at-one-instant': {
    title: 'acts on two changes of one submission with the same timestamp',
    next: 'Tell events apart by event, submission, timestamp and status, not by submission and timestamp.',
    ...actsOnChanges((events) => {
      const first = events.granted()
      const second = events.returned({ submission: sameAs(first) })
      return [first, { ...second, timestamp: first.timestamp }]
    }),
  },
  '3.trigger, 2.3.timestamp, D-005 changes-within-a-second': {
    title: 'acts on a status that is repeated within a second',
    next: 'Keep the milliseconds of the timestamp in the key that identifies an event.',
    ...actsOnChanges((events) => {
      const first = events.granted({ ageMs: 1_000 })
      const submission = sameAs(first)
      const all = [first, events.returned({ submission }), events.granted({ submission })]
      return all.map((event, at) => ({
        ...event,
        timestamp: first.timestamp.replace(/\.\d+/, `.${at + 1}00`),
      }))
    }),
  },
})

const sameAs = ({ submission: { uuid } }: SubmissionUpdated) => ({ uuid })

/** Changes of one submission, in their order; each is to be acted on once. */
function actsOnChanges(make: (events: EventMaker) => readonly SubmissionUpdated[]) {
  const expected = 'a 2xx to each, and each acted on once'
  return { expected, ...actsUpon(async (kit) => sendAll(kit, make(kit.events)), judgeChanges) }
}

const sendAll = async (kit: ReceiverKit, events: readonly SubmissionUpdated[]) => ({
  events,
  sent: await kit.deliverAll(events.map((event) => ({ event }))),
})

function judgeChanges(said: string, sight: Sight, wanted: readonly Effect[]): Verdict {
  const verdict = judgeTimes(said, sight, wanted)
  // A receiver that waits for the last of several changes reads none of them wrongly.
  const isNewest = sight.statusesOf(wanted[0]?.uuid ?? '').at(-1) === wanted.at(-1)?.status
  return verdict.kind === 'wrong' && isNewest ? departs(verdict.received, onlyNewest) : verdict
}

const onlyNewest =
  'The receiver ended with the newest change: check whether it leaves out the others on purpose.'

const dayMs = 86_400_000
const ageLimitMs = constants.timestampAgeLimitSeconds * 1_000
const futureLimitMs = constants.timestampFutureLimitSeconds * 1_000
const toDays = (seconds: number) => (seconds * 1_000) / dayMs

/** An event of this age. */
const aged =
  (ageMs: number) =>
  ({ events }: ReceiverKit) => [{ event: events.returned({ ageMs }) }]

/** Old, early and reordered events. */
export const timeChecks = toReceiverChecks({
  'D-012, 6.5.2 late-retry': {
    title: 'accepts a retry three days after its event',
    next: `Accept timestamps up to ${toDays(constants.timestampAgeLimitSeconds)} days old: retries go on for days, with identical bytes.`,
    ...takes(aged(3 * dayMs)),
  },
  'D-005, D-012 late-replay': {
    title: 'accepts a replay shortly before its event is too old',
    next: `Accept timestamps up to ${toDays(constants.timestampAgeLimitSeconds)} days old: an event can be held, retried and replayed for ${toDays(constants.deliveryAgeLimitSeconds)} days.`,
    ...takes(aged(ageLimitMs - dayMs)),
  },
  'D-005 sender-clock-ahead': {
    title: 'accepts an event from a sender whose clock is ahead',
    next: 'Allow for clocks that differ by a few minutes.',
    ...takes(aged(-futureLimitMs / 2)),
  },
  'D-005 replayed-recording': {
    title: 'does not act on a recording that is too old',
    next: 'Quarantine events older than 30 days: anyone who recorded one can send it again.',
    ...ignores(aged(ageLimitMs + dayMs), eitherAnswer),
  },
  'D-005 event-from-the-future': {
    title: 'does not act on an event from the future',
    next: 'Quarantine events more than 5 minutes ahead of your clock.',
    ...ignores(aged(-3 * futureLimitMs), eitherAnswer),
  },
  'D-014, 6.5.2 older-after-newer': {
    title: 'does not let a late, older event overwrite a newer one',
    expected: 'a 2xx to both, and the newer status acted on last',
    next: 'Compare timestamps, and mark an event that arrives after a newer one of its submission as superseded.',
    ...actsUpon(
      async (kit) => {
        const older = kit.events.returned({ ageMs: 60_000 })
        const newer = kit.events.granted({ submission: sameAs(older) })
        // A correct receiver may leave out the older one, so the run does not wait for it.
        return { events: [newer], sent: (await sendAll(kit, [newer, older])).sent }
      },
      (said, sight, [newer]) => {
        const last = sight.statusesOf(newer?.uuid ?? '').at(-1)
        return passedIf(last === newer?.status, `${said}; acted last on ${last ?? 'neither'}`)
      },
    ),
  },
})
