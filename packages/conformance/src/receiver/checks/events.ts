import type { SubmissionUpdated } from '@partner-platform/types'
import { describeSent } from '../../engine/describe-sent.ts'
import type { Sent } from '../../engine/run.ts'
import { passed, wrong } from '../../engine/verdict.ts'
import { describeAnswer } from '../../http/answer.ts'
import { effectOf } from '../event-maker.ts'
import { expectIdle } from '../expect-idle.ts'
import { expectTaken } from '../expect-taken.ts'
import type { ReceiverCheck } from '../receiver-check.ts'
import { isAccepted, notTaken } from '../receiver-kit.ts'
import { timesOf } from '../sight.ts'
import { unseenEffects } from '../unseen-effects.ts'

/** A name that no message of the contract has. */
export const otherEventName = 'submission.archived'

/** The name of the event, and one event for each change. */
export const eventChecks: readonly ReceiverCheck[] = [
  {
    id: 'header-names-another-event',
    rule: '6.1.3',
    see: ['D-024'],
    title: 'follows the body where the header names another event',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Choose the handler by the event in the body: the header is not signed.',
    async drive(kit) {
      const event = kit.events.returned()
      const sent = await kit.deliver(event, { eventName: otherEventName })
      return expectTaken(kit, sent, effectOf(event))
    },
  },
  {
    id: 'body-names-another-event',
    rule: '6.1.3',
    see: ['D-024'],
    title: 'does not follow the header where the body names another event',
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
      const second = kit.events.returned({ submission: { uuid } })
      const sent: Sent[] = [await kit.deliver(first), await kit.deliver(second)]
      const effects = [effectOf(first), effectOf(second)]
      return {
        sent,
        awaits: sent.every(isAccepted) ? effects : [],
        judge(sight) {
          const said = sent.map(({ answer }) => describeAnswer(answer)).join(', then ')
          if (!isAccepted(sent[0] as Sent)) return notTaken(kit, said)
          if (!sent.every(isAccepted)) return wrong(said)
          if (!sight) return unseenEffects(describeSent(sent), sight)
          const times = effects.map((effect) => timesOf(sight, effect))
          const full = `${said}; acted upon ${times.join(' and ')} times`
          return times.every((one) => one === 1) ? passed(full) : wrong(full)
        },
      }
    },
  },
]

/** The event under a name that the contract does not have, as a future one would come. */
function named(event: SubmissionUpdated): SubmissionUpdated {
  return { ...event, event: otherEventName as SubmissionUpdated['event'] }
}
