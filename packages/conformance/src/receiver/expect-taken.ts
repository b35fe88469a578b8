import type { Sent } from '../engine/run.ts'
import { passed, wrong } from '../engine/verdict.ts'
import { describeAnswer } from '../http/answer.ts'
import type { Drive } from './receiver-check.ts'
import { isAccepted, type ReceiverKit } from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'
import { inWords, timesOf } from './sight.ts'

/**
 * Judges a genuine delivery: a 2xx and, where effects are seen, acted upon once. Without an `effect`
 * it is left to the receiver whether it acts.
 */
export function expectTaken(kit: ReceiverKit, sent: Sent, effect: Effect | null): Drive {
  const said = describeAnswer(sent.answer)
  const isTaken = isAccepted(sent)
  return {
    sent: [sent],
    awaits: isTaken && effect ? [effect] : [],
    judge(sight) {
      if (!isTaken) return wrong(said, kit.hint)
      if (!sight || !effect) return passed(said)
      const times = timesOf(sight, effect)
      const full = `${said}; acted upon ${inWords(times)}`
      return times === 1 ? passed(full) : wrong(full)
    },
  }
}
