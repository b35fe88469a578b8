import { describeSent } from '../engine/describe-sent.ts'
import type { Sent } from '../engine/run.ts'
import { passed, wrong } from '../engine/verdict.ts'
import { type AnswerKind, kindOf } from '../http/answer.ts'
import type { Drive } from './receiver-check.ts'
import { notTaken, type ReceiverKit, takesGenuine } from './receiver-kit.ts'
import { actedOn } from './sight.ts'
import { unseenEffects } from './unseen-effects.ts'

type IdleOptions = {
  /** Submissions that must not be acted upon. */
  uuids: readonly string[]
  /** The answers that are right. */
  kinds: readonly AnswerKind[]
  /** Whether what counts is that nothing is done, which an accepting answer hides. @default false */
  isHidden?: boolean
}

/** Judges what is no event to act upon: a right answer and, where effects are seen, nothing done. */
export function expectIdle(kit: ReceiverKit, sent: readonly Sent[], options: IdleOptions): Drive {
  const { uuids, kinds, isHidden = false } = options
  const said = describeSent(sent)
  const answers = sent.map(({ answer }) => kindOf(answer))
  const suspects = sent.filter((_, index) => !kinds.includes(answers[index] ?? 'silent'))
  return {
    sent: suspects.length > 0 ? suspects : sent,
    judge(sight) {
      if (actedOn(sight, uuids) > 0) return wrong(`${said}; acted upon`)
      if (!takesGenuine(kit)) return notTaken(kit, said)
      if (!answers.every((kind) => kinds.includes(kind))) return wrong(said)
      if (sight?.isLive) return passed(`${said}; not acted upon`)
      return isHidden && answers.includes('accepted') ? unseenEffects(said, sight) : passed(said)
    },
  }
}
