import { constants } from '@partner-platform/types'
import type { CheckTexts } from '../../engine/check.ts'
import { describeSent, type Sent } from '../../engine/run.ts'
import { passed, wrong } from '../../engine/verdict.ts'
import { effectOf } from '../event-maker.ts'
import { expectIdle, expectTaken, unseenEffects } from '../expect.ts'
import { isAccepted, notTaken, type ReceiverCheck } from '../receiver-kit.ts'

const secondMs = 1_000
const dayMs = 86_400 * secondMs
const toDays = (seconds: number) => (seconds * secondMs) / dayMs
const ageLimitMs = constants.timestampAgeLimitSeconds * secondMs
const futureLimitMs = constants.timestampFutureLimitSeconds * secondMs

type Texts = Omit<CheckTexts, 'expected' | 'severity' | 'rule'> & Partial<CheckTexts>

/** An event whose timestamp lies so far back that it may still be a genuine delivery. */
const takesAged = (texts: Texts, ageMs: number): ReceiverCheck => ({
  rule: 'D-005',
  severity: 'advice',
  expected: 'a 2xx, and acted upon once',
  ...texts,
  async drive(kit) {
    const event = kit.events.returned({ ageMs })
    return expectTaken(kit, await kit.deliver(event), { effect: effectOf(event) })
  },
})

/** An event whose timestamp no genuine delivery has. */
const keepsAside = (texts: Texts, ageMs: number): ReceiverCheck => ({
  rule: 'D-005',
  severity: 'advice',
  expected: 'not acted upon',
  ...texts,
  async drive(kit) {
    const event = kit.events.returned({ ageMs })
    const { uuid } = event.submission
    const kinds = ['accepted', 'refused'] as const
    return expectIdle(kit, [await kit.deliver(event)], { uuids: [uuid], kinds, isHidden: true })
  },
})

/** Old, early and reordered events. */
export const timeChecks: readonly ReceiverCheck[] = [
  takesAged(
    {
      id: 'late-retry',
      rule: 'D-012',
      see: ['6.5.2'],
      title: 'takes a retry three days after its event',
      next: `Accept timestamps up to ${toDays(constants.timestampAgeLimitSeconds)} days old: retries go on for days, in identical bytes.`,
    },
    3 * dayMs,
  ),
  takesAged(
    {
      id: 'late-replay',
      see: ['D-012'],
      title: 'takes a replay shortly before its event is too old',
      next: `Accept timestamps up to ${toDays(constants.timestampAgeLimitSeconds)} days old: an event can be held, retried and replayed for ${toDays(constants.deliveryAgeLimitSeconds)} days.`,
    },
    ageLimitMs - dayMs,
  ),
  takesAged(
    {
      id: 'sender-clock-ahead',
      title: 'takes an event of a sender whose clock is ahead',
      next: 'Allow for clocks that differ by a few minutes.',
    },
    -futureLimitMs / 2,
  ),
  keepsAside(
    {
      id: 'replayed-recording',
      title: 'does not act upon a recording that is too old',
      next: 'Quarantine events older than 30 days: anyone who recorded one can send it again.',
    },
    ageLimitMs + dayMs,
  ),
  keepsAside(
    {
      id: 'event-from-the-future',
      title: 'does not act upon an event of the future',
      next: 'Quarantine what is more than 5 minutes ahead of your clock.',
    },
    -3 * futureLimitMs,
  ),
  {
    id: 'older-after-newer',
    rule: 'D-014',
    see: ['6.5.2'],
    title: 'does not let a late, older event overwrite a newer one',
    severity: 'advice',
    expected: 'a 2xx to both, and the newer status acted upon last',
    next: 'Compare timestamps, and mark an event that arrives after a newer one of its submission as superseded.',
    async drive(kit) {
      const older = kit.events.returned({ ageMs: 60 * secondMs })
      const { uuid } = older.submission
      const newer = kit.events.granted({ submission: { uuid } })
      const sent: Sent[] = [await kit.deliver(newer), await kit.deliver(older)]
      const said = describeSent(sent)
      const isTaken = sent.every(isAccepted)
      return {
        sent,
        awaits: isTaken ? [effectOf(newer)] : [],
        judge(sight) {
          if (!isAccepted(sent[0] as Sent)) return notTaken(kit, said)
          if (!isTaken) return wrong(said)
          if (!sight?.isLive) return unseenEffects(said, sight)
          const last = sight.statusesOf(uuid).at(-1)
          const full = `${said}; acted last upon ${last ?? 'neither'}`
          return last === newer.submission.status ? passed(full) : wrong(full)
        },
      }
    },
  },
]
