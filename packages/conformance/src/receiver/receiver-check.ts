import type { SubmissionUpdated } from '@partner-platform/types'
import {
  type CheckRow,
  type CheckTable,
  type CheckTexts,
  type Drive,
  departs,
  type Effect,
  passed,
  type Sight,
  toChecks,
  unseen,
  type Verdict,
  wrong,
} from '../engine/check.ts'
import { describeSent, type Sent } from '../engine/run.ts'
import { notSent } from '../engine/run-checks.ts'
import { type AnswerKind, kindOf } from '../http/exchange.ts'
import { type Delivery, effectOf, type ReceiverKit } from './receiver-kit.ts'

type ReceiverRow = CheckRow & {
  /** How many secrets it takes. @default 0 */
  secrets?: number
  /** Whether it runs only when the caller has the time. @default false */
  isSlow?: boolean
  /** Whether it can be judged even if some answers are 429. @default false */
  bearsLimit?: boolean
  drive: (kit: ReceiverKit) => Promise<Drive>
}
export type ReceiverCheck = ReceiverRow & CheckTexts

export const toReceiverChecks = (table: CheckTable<ReceiverRow>): ReceiverCheck[] => toChecks(table)

type Make = (kit: ReceiverKit) => readonly Delivery[] | Promise<readonly Delivery[]>

/**
 * Genuine deliveries: a 2xx to each and, if effects are seen, each event acted on once. With `mayIgnore`
 * the receiver need not act. If a receiver refuses even a plain delivery, only the `isPlain` checks fail:
 * the others prove nothing.
 */
export const takes = (make: Make, { mayIgnore = false, isPlain = false } = {}) => ({
  expected: mayIgnore ? 'a 2xx' : 'a 2xx, and acted on once',
  async drive(kit: ReceiverKit): Promise<Drive> {
    const deliveries = await make(kit)
    const sent = await kit.deliverAll(deliveries)
    const effects = mayIgnore ? [] : deliveries.map(({ event }) => effectOf(event))
    const said = describeSent(sent)
    const isTaken = sent.every(isAccepted)
    return {
      sent,
      awaits: isTaken ? effects : [],
      judge(sight) {
        if (!isTaken && !isPlain && !takesGenuine(kit)) return notTaken(kit, said)
        if (!isTaken) return wrong(said, kit.hint)
        return sight && !mayIgnore ? judgeTimes(said, sight, effects) : passed(said)
      },
    }
  },
})

/**
 * Genuine deliveries that only effects can judge. The receiver must accept each of them, or with
 * `oneIsEnough` at least one.
 */
export const actsUpon = (
  send: (kit: ReceiverKit) => Promise<{ events: readonly SubmissionUpdated[]; sent: Sent[] }>,
  judge: (said: string, sight: Sight, effects: readonly Effect[]) => Verdict,
  { oneIsEnough = false, atOnce = false } = {},
) => ({
  async drive(kit: ReceiverKit): Promise<Drive> {
    const { events, sent } = await send(kit)
    const effects = events.map(effectOf)
    const said = describeSent(sent)
    const taken = sent.map(isAccepted)
    const isTaken = oneIsEnough ? taken.includes(true) : !taken.includes(false)
    return {
      sent,
      atOnce,
      awaits: isTaken ? effects : [],
      judge(sight) {
        if (!isTaken) return taken[0] ? wrong(said) : notTaken(kit, said)
        return sight?.isLive ? judge(said, sight, effects) : unseenEffects(said, sight)
      },
    }
  },
})

type IdleOptions = {
  /** The answers that are right. */
  kinds: readonly AnswerKind[]
  /** Whether an accepting answer hides what counts: that nothing is done. @default false */
  isHidden?: boolean
  /** What to do about another answer, if that is not a failure. */
  advice?: string
}

/** Deliveries that the receiver must not act on: the right answers and, if they are seen, no effects. */
export const ignores = (make: Make, options: IdleOptions) => ({
  expected: options.isHidden ? 'not acted on' : 'a 2xx, and not acted on',
  async drive(kit: ReceiverKit): Promise<Drive> {
    const deliveries = await make(kit)
    if (deliveries.length === 0) return notSent()
    const uuids = deliveries.map(({ event }) => event.submission.uuid)
    return expectIdle(kit, await kit.deliverAll(deliveries), { ...options, uuids })
  },
})

/** Deliveries that fail verification: rejected or quarantined. An error is no decision, so it calls for advice. */
export const refuses = (make: Make) => ({
  ...ignores(make, refusal),
  expected: 'a 4xx, or a 2xx and not acted on',
  secrets: 1,
})

export const refusal: IdleOptions = {
  kinds: ['accepted', 'redirected', 'refused'],
  isHidden: true,
  advice:
    'The receiver failed instead of refusing. Make the verifier answer any input, and never throw.',
}

/** Judges deliveries of submissions that must not be acted on. */
export function expectIdle(
  kit: ReceiverKit,
  sent: readonly Sent[],
  { uuids, kinds, isHidden = false, advice }: IdleOptions & { uuids: readonly string[] },
): Drive {
  const said = describeSent(sent)
  const answers = sent.map(({ answer }) => kindOf(answer))
  const isRight = (kind: AnswerKind) => (isHidden ? kind === 'refused' : kinds.includes(kind))
  const suspects = sent.filter(({ answer }) => !isRight(kindOf(answer)))
  return {
    sent: suspects.length > 0 ? suspects : sent,
    judge(sight) {
      const isActedOn = uuids.some((uuid) => (sight?.statusesOf(uuid).length ?? 0) > 0)
      if (isActedOn) return wrong(`${said}; acted on`)
      if (!takesGenuine(kit)) return notTaken(kit, said)
      if (!answers.every((kind) => kinds.includes(kind)))
        return advice ? departs(said, advice) : wrong(said)
      if (!answers.includes('accepted')) return passed(said)
      if (sight?.isLive) return passed(`${said}; not acted on`)
      return isHidden ? unseenEffects(said, sight) : passed(said)
    },
  }
}

/** How often each effect was seen. */
export const timesOf = (sight: Sight, effects: readonly Effect[]) =>
  effects.map(({ uuid, status }) => sight.statusesOf(uuid).filter((one) => one === status).length)

/** How many sightings of each effect are missing; negative if there are too many. */
export const missingOf = (sight: Sight, effects: readonly Effect[]) =>
  timesOf(sight, effects).map((seen, at) => {
    const isSame = ({ uuid, status }: Effect) =>
      uuid === effects[at]?.uuid && status === effects[at]?.status
    return effects.filter(isSame).length - seen
  })

export const skipTwice =
  'Keep a unique key of each event, such as the SHA-256 of its body, and skip known ones.'

/**
 * Judges how often each event was acted on: a missing effect is a lost event, a repeated one a warning.
 * The advice is the check's own, unless `next` has another.
 */
export function judgeTimes(
  said: string,
  sight: Sight,
  effects: readonly Effect[],
  next: { lost?: string; twice?: string } = { twice: skipTwice },
): Verdict {
  const inWords = (count: number) => (count === 1 ? 'once' : `${count} times`)
  const full = `${said}; acted on ${timesOf(sight, effects).map(inWords).join(' and ')}`
  const missing = missingOf(sight, effects)
  if (missing.some((count) => count > 0)) return wrong(full, next.lost)
  return missing.every((count) => count === 0) ? passed(full) : actedTwice(full, next.twice)
}

export const actedTwice = (received: string, next?: string): Verdict => ({
  ...departs(received, next),
  warning: 'acted-twice',
})

/** For a check that only effects can decide, if none of this run are known. */
export const unseenEffects = (received: string, sight: Sight | undefined): Verdict =>
  unseen(
    received,
    sight
      ? 'The effects list no event of this run: make them list each event that the receiver acts on.'
      : 'A 2xx does not show whether the receiver acted on the event. Pass effects (--effects-url) to find out.',
  )

/** Whether a receiver accepts genuine deliveries; otherwise its refusals prove nothing. */
export const takesGenuine = ({ baseline }: ReceiverKit) => baseline === 'accepted'

/** For a check that proves nothing until the receiver accepts genuine deliveries. */
export const notTaken = ({ hint }: ReceiverKit, received: string) =>
  unseen(
    received,
    hint ??
      'Make the receiver accept genuine deliveries first. Until then, this check proves nothing.',
  )

export const isAccepted = ({ answer }: Sent) => kindOf(answer) === 'accepted'
