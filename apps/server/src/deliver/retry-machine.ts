import { constants } from '@partner-platform/types'
import { isGone } from './is-gone.ts'
import type { Outcome } from './post-webhook.ts'
import { nextDelay } from './retry-delay.ts'

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
 *    └─schedule is over───┴─too long──► dead-letter ──replayed──► pending
 *
 * pending: waits for attempt number `attempts + 1`, which is step `step` of the schedule.
 *   Entry: it was created, replayed, or the endpoint is enabled again. Then it is due after the delay
 *     of its step: at once for the first. One that was held is due at once and keeps its step: the
 *     endpoint has just been found good.
 *   Timer: `dueAtMs`, when the attempt may start.
 *   Exit: an attempt that is accepted makes it delivered. One that fails moves it to the next step, or
 *     to dead-letter behind the last one; with 410 it is held, as the endpoint is disabled with it
 *     (endpoint-health.ts). When the endpoint is disabled for any reason, it is held.
 *
 * held: its endpoint is disabled. Nothing is sent but probes.
 *   Entry: it was created or replayed while the endpoint was disabled, or waited when that happened.
 *   Timer: `dueAtMs`, when it has been held too long.
 *   Exit: the endpoint is enabled: pending. Its probe is accepted: delivered. Held too long, or the
 *     attempt that was in flight when the endpoint was disabled was the schedule's last: dead-letter.
 *   A probe that fails leaves it held and on its step: probes do not use up the schedule.
 *
 * delivered: the endpoint accepted it at `endedAtMs`. dead-letter: given up at `endedAtMs`.
 *   No timer. Exit: a person replays it. The schedule starts again at its first step; the numbers of
 *   attempts go on, so that each number is used once in the life of a delivery.
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
  /** Pending: when the next attempt is due. Held: when it has been held too long. */
  dueAtMs: number | null
  endedAtMs: number | null
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
  | { type: 'endpoint-disabled' | 'endpoint-enabled' | 'held-too-long' }
  | { type: 'replayed'; isHeld: boolean }

/** Unix time of the event, and chance: at least 0, below 1. */
export type Moment = { nowMs: number; random: number }

/** Where the delivery stands after an event; the very same object where the event is ignored. */
export type DeliveryMove = { delivery: DeliveryProgress; isIgnored: boolean }

/**
 * A delivery that was just created; held where its endpoint is disabled.
 * @see specs/decisions/ D-012 and D-013
 */
export function startDelivery(isHeld: boolean, moment: Moment): DeliveryProgress {
  return begin({ attempts: 0, isHeld }, moment)
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
      return isEnded || event.attempt !== attempts + 1 ? null : settle(delivery, event, moment)
    case 'endpoint-disabled':
      return state === 'pending' ? hold(delivery, moment) : null
    case 'endpoint-enabled':
      return state === 'held' ? { ...delivery, state: 'pending', dueAtMs: moment.nowMs } : null
    case 'held-too-long':
      return state === 'held' && isOver(delivery, moment)
        ? end(delivery, 'dead-letter', moment)
        : null
    case 'replayed':
      return isEnded ? begin({ attempts, isHeld: event.isHeld }, moment) : null
  }
}

/** What the attempt that a waiting delivery was waiting for makes of it. */
function settle(delivery: DeliveryProgress, ended: AttemptEnded, moment: Moment): DeliveryProgress {
  const made = { ...delivery, attempts: ended.attempt }
  if (ended.outcome === 'accepted') return end(made, 'delivered', moment)
  const isGoneNow = made.state === 'pending' && isGone(ended)
  // Where a person enabled the endpoint in the meantime, the schedule goes on as it was.
  if (ended.kind === 'probe') return isGoneNow ? hold(made, moment) : made
  const step = delivery.step + 1
  const next = nextDelay({ ...ended, attempt: step, random: moment.random })
  if ('deadLetter' in next) return end(made, 'dead-letter', moment)
  if (isGoneNow) return hold({ ...made, step }, moment)
  const dueAtMs = made.state === 'held' ? made.dueAtMs : moment.nowMs + next.delayMs
  return { ...made, step, dueAtMs }
}

const unanswered = { retryAfterSeconds: null, status: null }

function begin({ attempts, isHeld }: { attempts: number; isHeld: boolean }, moment: Moment) {
  const first = nextDelay({ attempt: 1, random: moment.random, ...unanswered })
  const delayMs = 'delayMs' in first ? first.delayMs : 0
  const delivery: DeliveryProgress = {
    state: 'pending',
    step: 1,
    attempts,
    dueAtMs: moment.nowMs + delayMs,
    endedAtMs: null,
  }
  return isHeld ? hold(delivery, moment) : delivery
}

const hold = (delivery: DeliveryProgress, { nowMs }: Moment): DeliveryProgress => ({
  ...delivery,
  state: 'held',
  dueAtMs: nowMs + constants.deadLetterRetentionSeconds * 1000,
})

const isOver = ({ dueAtMs }: DeliveryProgress, { nowMs }: Moment) =>
  dueAtMs === null || dueAtMs <= nowMs

const end = (
  delivery: DeliveryProgress,
  state: 'delivered' | 'dead-letter',
  { nowMs }: Moment,
): DeliveryProgress => ({ ...delivery, state, dueAtMs: null, endedAtMs: nowMs })
