import { describeSent, type Sent } from '../../engine/run.ts'
import { departs, passed, wrong } from '../../engine/verdict.ts'
import { effectOf } from '../event-maker.ts'
import { expectTaken, skipTwice, unseenEffects } from '../expect.ts'
import { isAccepted, notTaken, type ReceiverCheck, timesOf } from '../receiver-kit.ts'

const burstSize = 20
const timedCount = 5

/** How fast it answers, and what it does under load and after everything else. */
export const loadChecks: readonly ReceiverCheck[] = [
  {
    id: 'quick-answer',
    rule: '6.5.1',
    see: ['D-006', 'D-011'],
    title: 'answers quickly',
    severity: 'must',
    expected: 'each answer well within the time of one attempt; the source gives no figure',
    next: 'Store the event, answer, and do the work afterwards.',
    async drive(kit) {
      const sent: Sent[] = []
      for (let count = 0; count < timedCount; count++) {
        sent.push(await kit.deliver(kit.events.returned()))
      }
      const slowestMs = Math.max(...sent.map(({ answer }) => answer.durationMs))
      const said = `${describeSent(sent)}, the slowest after ${Math.round(slowestMs)} ms`
      const full = `${said}; up to ${kit.quickAnswerMs} ms count as quick here`
      return {
        sent: sent.slice(0, 1),
        judge: () => {
          if (!sent.every(isAccepted)) return notTaken(kit, said)
          if (slowestMs <= kit.quickAnswerMs) return passed(said)
          return { ...departs(full), warning: 'slow-answer' }
        },
      }
    },
  },
  {
    id: 'burst',
    rule: '3.trigger',
    see: ['D-006'],
    title: 'acts upon all that it acknowledges of many events at once',
    severity: 'must',
    expected: 'each event with a 2xx acted upon once',
    next: 'Store the event before you answer 2xx. If you cannot, answer 503.',
    bearsLimit: true,
    async drive(kit) {
      const events = Array.from({ length: burstSize }, () => kit.events.returned())
      const outgoing = await Promise.all(events.map((event) => kit.prepare(event)))
      const sent = await Promise.all(outgoing.map((one) => kit.send(one)))
      const effects = events.filter((_, index) => isTaken(sent[index])).map(effectOf)
      const said = `${effects.length} of ${burstSize} acknowledged`
      return {
        sent,
        atOnce: true,
        awaits: effects,
        judge(sight) {
          if (effects.length === 0) return notTaken(kit, describeSent(sent))
          const isWhole = effects.length === burstSize
          if (sight?.isLive) {
            const times = effects.map((effect) => timesOf(sight, effect))
            const done = times.filter((one) => one === 1).length
            const full = `${said}, ${done} of them acted upon once`
            if (times.includes(0)) return wrong(full)
            if (done < effects.length)
              return { ...departs(full, skipTwice), warning: 'acted-twice' }
            return isWhole ? passed(full) : departs(full)
          }
          return isWhole ? unseenEffects(said, sight) : departs(`${said}: ${describeSent(sent)}`)
        },
      }
    },
  },
  {
    id: 'still-there',
    rule: '3.trigger',
    title: 'still takes a genuine delivery after everything else',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Find what stopped it: run the checks before this one alone, one by one.',
    async drive(kit) {
      const event = kit.events.returned()
      return expectTaken(kit, await kit.deliver(event), { effect: effectOf(event) })
    },
  },
]

const isTaken = (sent: Sent | undefined) => sent !== undefined && isAccepted(sent)
