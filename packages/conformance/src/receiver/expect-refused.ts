import { describeSent } from '../engine/describe-sent.ts'
import type { Sent } from '../engine/run.ts'
import { departs, passed, wrong } from '../engine/verdict.ts'
import { type AnswerKind, kindOf } from '../http/answer.ts'
import type { Drive } from './receiver-check.ts'
import { notTaken, type ReceiverKit, takesGenuine } from './receiver-kit.ts'
import { actedOn } from './sight.ts'
import { unseenEffects } from './unseen-effects.ts'

const errorKinds: readonly AnswerKind[] = ['failed', 'closed', 'silent']

/**
 * Judges what fails verification: rejected or quarantined, which a 2xx hides from everybody who sees
 * no effects. An error is no decision, so it calls for advice.
 */
export function expectRefused(
  kit: ReceiverKit,
  sent: readonly Sent[],
  uuids: readonly string[],
): Drive {
  const said = describeSent(sent)
  const kinds = sent.map(({ answer }) => kindOf(answer))
  const suspects = sent.filter((_, index) => kinds[index] !== 'refused')
  return {
    sent: suspects.length > 0 ? suspects : sent,
    judge(sight) {
      if (actedOn(sight, uuids) > 0) return wrong(`${said}; acted upon`)
      if (!takesGenuine(kit)) return notTaken(kit, said)
      if (kinds.some((kind) => errorKinds.includes(kind))) {
        return departs(
          said,
          'It was not taken, but by an error: let the verifier answer whatever it is given, and never throw.',
        )
      }
      if (!kinds.includes('accepted')) return passed(said)
      if (sight?.isLive) return passed(`${said}; not acted upon, so it is in quarantine`)
      return unseenEffects(said, sight)
    },
  }
}
