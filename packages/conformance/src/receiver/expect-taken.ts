import type { Sent } from '../engine/run.ts'
import { passed, wrong } from '../engine/verdict.ts'
import { describeAnswer } from '../http/answer.ts'
import { judgeTimes } from './judge-times.ts'
import type { Drive } from './receiver-check.ts'
import { isAccepted, notTaken, type ReceiverKit, takesGenuine } from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'
import { timesOf } from './sight.ts'

/**
 * Judges a genuine delivery: a 2xx and, where effects are seen, acted upon once. Without an `effect`
 * it is left to the receiver whether it acts. Only what is `plain` is to blame where the receiver takes
 * no plain delivery either: of anything else that tells nothing.
 */
export function expectTaken(
  kit: ReceiverKit,
  sent: Sent,
  { effect, isPlain = false }: { effect: Effect | null; isPlain?: boolean },
): Drive {
  const said = describeAnswer(sent.answer)
  const isTaken = isAccepted(sent)
  return {
    sent: [sent],
    awaits: isTaken && effect ? [effect] : [],
    judge(sight) {
      if (!isTaken) {
        return isPlain || takesGenuine(kit) ? wrong(said, kit.hint) : notTaken(kit, said)
      }
      if (!sight || !effect) return passed(said)
      return judgeTimes(said, [timesOf(sight, effect)])
    },
  }
}
