import { constants } from '@partner-platform/types'
import { nextDelay } from '@partner-platform/webhooks/delivery'
import { isGone } from './endpoint-health.ts'
import type { Outcome } from './post-webhook.ts'

/*
 * What becomes of one delivery: an event on its way to one endpoint. It is in exactly one of four
 * states, and `dueAtMs` is the one timer that runs in it.
 *
 *   pending ──accepted──────────────► delivered
 *    │  ▲ ▲                            ▲  │
 *    │  │ └──────────replayed──────────┼──┤
 *    │  └─enabled──────┐               │  │
 *    ├──disabled, 410──► held ─accepted┘  │
 *    │                    │               │
 *    └─schedule is over,──┴────expired──► dead-letter ──replayed──► pending
 *      expired
 *
 * An event has one clock: it ages from its timestamp. At `expiresAtMs` receivers are about to find it too
 * old: they would answer with a 2xx, and set it aside. So no attempt starts from then on, and only a person
 * moves that time: no hold, no retry, no replay of an event that is young enough. Before `opensAtMs`
 * receivers would find it in the future, and set it aside too: if the sender's clock was ahead, the event
 * waits until the clock catches up.
 *
 * pending: waits for attempt number `attempts + 1`, which is step `step` of the schedule.
 *   Entry: it was created, replayed, or the endpoint is enabled again. Then it is due after the delay
 *     of its step: at once for the first. One that was held is due at once and keeps its step: the
 *     endpoint has just been found good. No attempt is due before the event opens.
 *   Timer: `dueAtMs`, when the attempt may start.
 *   Exit: an accepted attempt makes it delivered. A failed attempt moves it to the next step, or to
 *     dead-letter after the last step, or if the next attempt would start too late; with 410 it is held,
 *     because the endpoint is disabled at the same time (endpoint-health.ts). If the endpoint is disabled
 *     for any reason, it is held. Expired: dead-letter.
 *
 * held: its endpoint is disabled. Nothing is sent but probes.
 *   Entry: it was created or replayed while the endpoint was disabled, or waited when that happened.
 *   Timer: `dueAtMs`, when it expires.
 *   Exit: the endpoint is enabled: pending, or dead-letter if it has expired. Its probe is accepted:
 *     delivered. Expired, or the attempt in flight when the endpoint was disabled was the last of the
 *     schedule: dead-letter.
 *   A probe that fails leaves it held and on its step: probes do not use up the schedule.
 *
 * delivered: the endpoint accepted it at `endedAtMs`. dead-letter: given up at `endedAtMs`, because the
 *   schedule is over ('failed') or the event too old ('expired').
 *   No timer. Exit: a person replays it, or the sweep if it was delivered before it opens. An expired one
 *   is replayed only with `sendExpired`, each time, which gives it the lifetime of a new event. The schedule
 *   starts again at its first step; attempt numbers continue, so that each number is used once in the life
 *   of a delivery. An attempt that was in flight when the delivery expired started in time: if it is
 *   accepted, the dead letter is delivered after all.
 *
 * In flight is no state: an attempt carries the number it was started with, and one whose number is
 * not the next any more (someone else settled it, a replay came between) changes nothing. Any other
 * event that a state does not know changes nothing either; `isIgnored` tells.
 */

/** Where a delivery stands. */
export type DeliveryProgress = {
  state: 'pending' | 'held' | 'delivered' | 'dead-letter'
  /** Which attempt of the schedule is next, from 1. */
  step: number
  /** Attempts made, over all schedules and probes. */
  attempts: number
  /** Pending: when the next attempt is due. Held: when it expires. */
  dueAtMs: number | null
  /** No attempt starts before this time. */
  opensAtMs: number
  /** No attempt starts at or after this time. */
  expiresAtMs: number
  endedAtMs: number | null
  /** Why it was given up; `null` unless it is a dead letter. */
  deadLetterReason: 'failed' | 'expired' | null
}

/** How one attempt went, and which one it was. */
export type AttemptEnded = {
  type: 'attempt-ended'
  /** Its number, from 1. */
  attempt: number
  kind: 'scheduled' | 'probe'
  outcome: Outcome
  status: number | null
  retryAfterSeconds: number | null
}

export type DeliveryEvent =
  | AttemptEnded
  | { type: 'endpoint-disabled' | 'endpoint-enabled' | 'expired' }
  | { type: 'replayed'; isHeld: boolean; sendExpired: boolean }

/** Unix time of the event, and chance: at least 0, below 1. */
export type Moment = { nowMs: number; random: number }

/** Where the delivery stands after an event; the very same object where the event is ignored. */
export type DeliveryMove = { delivery: DeliveryProgress; isIgnored: boolean }

const lifeMs = constants.deliveryAgeLimitSeconds * 1000
const leadMs = constants.deliveryLeadLimitSeconds * 1000
/** From when an event opens until receivers find it too old. */
export const openMs = leadMs + lifeMs

/** Whether it is too late to start an attempt. */
export const isExpired = (
  { expiresAtMs }: Pick<DeliveryProgress, 'expiresAtMs'>,
  { nowMs }: Pick<Moment, 'nowMs'>,
): boolean => expiresAtMs <= nowMs

/**
 * Whether receivers find the event too old. A replay asks this: an expired event that was sent before has a
 * later `expiresAtMs`, but its timestamp has not changed.
 */
export const isTooOld = (
  { opensAtMs, expiresAtMs }: Pick<DeliveryProgress, 'opensAtMs' | 'expiresAtMs'>,
  { nowMs }: Pick<Moment, 'nowMs'>,
): boolean => Math.min(expiresAtMs, opensAtMs + openMs) <= nowMs

/** Whether it is too early to start an attempt. */
export const isTooEarly = (
  { opensAtMs }: Pick<DeliveryProgress, 'opensAtMs'>,
  { nowMs }: Pick<Moment, 'nowMs'>,
): boolean => nowMs < opensAtMs

/**
 * The delivery of a new event with this timestamp; held if its endpoint is disabled.
 * @see specs/decisions/ D-012 and D-013
 */
export function startDelivery(
  { timestampMs, isHeld }: { timestampMs: number; isHeld: boolean },
  moment: Moment,
): DeliveryProgress {
  const times = { opensAtMs: timestampMs - leadMs, expiresAtMs: timestampMs + lifeMs }
  return begin({ attempts: 0, ...times, isHeld }, moment)
}

/**
 * The delivery after an event. Total: any event may come in any state.
 * @see specs/decisions/ D-010, D-012 and D-013
 */
export function advanceDelivery(
  delivery: DeliveryProgress,
  event: DeliveryEvent,
  moment: Moment,
): DeliveryMove {
  const next = toNext(delivery, event, moment)
  return next ? { delivery: next, isIgnored: false } : { delivery, isIgnored: true }
}

function toNext(
  delivery: DeliveryProgress,
  event: DeliveryEvent,
  moment: Moment,
): DeliveryProgress | null {
  const { state, attempts } = delivery
  const isEnded = state === 'delivered' || state === 'dead-letter'
  switch (event.type) {
    case 'attempt-ended':
      if (event.attempt !== attempts + 1) return null
      if (isEnded && !isInTime(delivery, event)) return null
      return settle(delivery, event, moment)
    case 'endpoint-disabled':
      return state === 'pending' ? hold(delivery) : null
    case 'endpoint-enabled':
      return state === 'held' ? release(delivery, moment) : null
    case 'expired':
      return !isEnded && isExpired(delivery, moment) ? giveUp(delivery, 'expired', moment) : null
    case 'replayed':
      return isEnded ? replay(delivery, event, moment) : null
  }
}

/** The delivery after the attempt that it was waiting for. */
function settle(delivery: DeliveryProgress, ended: AttemptEnded, moment: Moment): DeliveryProgress {
  const made = { ...delivery, attempts: ended.attempt }
  if (ended.outcome === 'accepted') {
    // The clock was set back meanwhile: the receiver has set the event aside.
    if (isTooEarly(made, moment)) return begin({ ...made, isHeld: made.state === 'held' }, moment)
    const isEnd = { dueAtMs: null, endedAtMs: moment.nowMs, deadLetterReason: null }
    return { ...made, state: 'delivered', ...isEnd }
  }
  const isGoneNow = made.state === 'pending' && isGone(ended)
  // Where a person enabled the endpoint in the meantime, the schedule goes on as it was.
  if (ended.kind === 'probe') return isGoneNow ? hold(made) : made
  const step = delivery.step + 1
  const next = nextDelay({ ...ended, attempt: step, random: moment.random })
  if ('deadLetter' in next) return giveUp(made, 'failed', moment)
  if (made.state === 'held') return { ...made, step }
  if (isGoneNow) return hold({ ...made, step })
  const dueAtMs = moment.nowMs + next.delayMs
  if (isExpired(made, { nowMs: dueAtMs })) return giveUp(made, 'expired', moment)
  return { ...made, step, dueAtMs }
}

/** Whether an accepted attempt was in flight when its delivery expired. */
const isInTime = ({ deadLetterReason }: DeliveryProgress, { outcome }: AttemptEnded) =>
  deadLetterReason === 'expired' && outcome === 'accepted'

function replay(
  delivery: DeliveryProgress,
  { isHeld, sendExpired }: { isHeld: boolean; sendExpired: boolean },
  moment: Moment,
): DeliveryProgress | null {
  const { attempts, opensAtMs, expiresAtMs } = delivery
  const beginning = { attempts, opensAtMs, expiresAtMs, isHeld }
  if (!isTooOld(delivery, moment)) return begin(beginning, moment)
  return sendExpired ? begin({ ...beginning, expiresAtMs: moment.nowMs + lifeMs }, moment) : null
}

const unanswered = { retryAfterSeconds: null, status: null }

type Beginning = Pick<DeliveryProgress, 'attempts' | 'opensAtMs' | 'expiresAtMs'> & {
  isHeld: boolean
}

function begin(
  { attempts, opensAtMs, expiresAtMs, isHeld }: Beginning,
  moment: Moment,
): DeliveryProgress {
  const first = nextDelay({ attempt: 1, random: moment.random, ...unanswered })
  const delayMs = 'delayMs' in first ? first.delayMs : 0
  const delivery: DeliveryProgress = {
    ...{ state: 'pending', step: 1, attempts, opensAtMs, expiresAtMs },
    dueAtMs: Math.max(moment.nowMs + delayMs, opensAtMs),
    ...{ endedAtMs: null, deadLetterReason: null },
  }
  return isHeld ? hold(delivery) : delivery
}

const hold = (delivery: DeliveryProgress): DeliveryProgress => ({
  ...delivery,
  state: 'held',
  dueAtMs: delivery.expiresAtMs,
})

const release = (delivery: DeliveryProgress, moment: Moment): DeliveryProgress =>
  isExpired(delivery, moment)
    ? giveUp(delivery, 'expired', moment)
    : { ...delivery, state: 'pending', dueAtMs: Math.max(moment.nowMs, delivery.opensAtMs) }

const giveUp = (
  delivery: DeliveryProgress,
  deadLetterReason: 'failed' | 'expired',
  { nowMs }: Moment,
): DeliveryProgress => ({
  ...delivery,
  state: 'dead-letter',
  ...{ dueAtMs: null, endedAtMs: nowMs, deadLetterReason },
})
