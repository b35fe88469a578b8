import { describeSent, type Sent } from '../engine/run.ts'
import { departs, passed, unseen, type Verdict, wrong } from '../engine/verdict.ts'
import { type AnswerKind, describeAnswer, kindOf } from '../http/exchange.ts'
import {
  actedOn,
  type Drive,
  inWords,
  isAccepted,
  notTaken,
  type ReceiverKit,
  type Sight,
  takesGenuine,
  timesOf,
} from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'

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
          'An error refused it. Let the verifier answer any input, and never throw.',
        )
      }
      if (!kinds.includes('accepted')) return passed(said)
      if (sight?.isLive) return passed(`${said}; not acted upon, so it is in quarantine`)
      return unseenEffects(said, sight)
    },
  }
}

type IdleOptions = {
  /** Submissions that must not be acted upon. */
  uuids: readonly string[]
  /** The answers that are right. */
  kinds: readonly AnswerKind[]
  /** Whether what counts is that nothing is done, which an accepting answer hides. @default false */
  isHidden?: boolean
}

/** Judges a delivery not to act on: the right answer and, if effects are known, no effect. */
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

type Next = {
  /** Where an event was acknowledged and never acted upon. @default what the check says */
  lost?: string
  /** Where one was acted upon more than once. */
  twice?: string
}

export const skipTwice =
  'Keep a unique key of each event, such as the SHA-256 of its body, and skip what is there already.'

/** Judges how often each event was acted upon: once is right, more often a warning, never is a lost event. */
export function judgeTimes(
  said: string,
  times: readonly number[],
  { lost, twice = skipTwice }: Next = {},
): Verdict {
  const full = `${said}; acted upon ${times.map(inWords).join(' and ')}`
  if (times.includes(0)) return wrong(full, lost)
  if (times.every((one) => one === 1)) return passed(full)
  return { ...departs(full, twice), warning: 'acted-twice' }
}

/** For a check that only effects can decide, if none of this run are known. */
export const unseenEffects = (received: string, sight: Sight | undefined): Verdict =>
  unseen(
    received,
    sight
      ? 'The effects show nothing of this run: let them list what the receiver acts upon.'
      : 'A 2xx does not show whether the receiver acted on it. Pass effects to have it judged.',
  )
