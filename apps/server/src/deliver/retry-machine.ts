import { constants } from '@partner-platform/types'
import { nextDelay } from '@partner-platform/webhooks/delivery'
import type { DeadLetterReason, DeliveryState } from '../store/schema.ts'
import { isGone } from './endpoint-health.ts'
import type { Outcome } from './post-webhook.ts'

/*
 * The life of one delivery: an event on its way to one endpoint. It is in exactly one of four states, which
 * the README shows as a diagram. `dueAtMs` is its only timer.
 *
 * An event ages from its timestamp. Soon after `expiresAtMs`, receivers consider it too old: they answer
 * with a 2xx but set it aside. So no attempt starts at or after that time. Only a person can move it, by
 * replaying an expired event; holding, retrying or replaying a younger event does not. Before `opensAtMs`,
 * receivers consider the timestamp to be in the future and set the event aside too: if the sender's clock
 * was ahead, the event waits until the clock catches up.
 *
 * pending: waits for attempt number `attempts + 1`, which is step `step` of the schedule.
 *   Entry: it is created or replayed, or the endpoint is enabled again. It is due after the delay of its
 *     step, which is zero for the first. A held delivery is due at once and keeps its step, because the
 *     endpoint has just proved healthy. No attempt is due before the event opens.
 *   Timer: `dueAtMs`, when the attempt may start.
 *   Exit: an accepted attempt makes it delivered. A failed attempt moves it to the next step, or to
 *     dead-letter after the last step or if the next attempt would start too late. A 410 makes it held,
 *     because it also disables the endpoint (endpoint-health.ts). If the endpoint is disabled for any
 *     other reason, it is held too. If it expires, it is a dead letter.
 *
 * held: its endpoint is disabled. Only probes are sent.
 *   Entry: it is created or replayed while the endpoint is disabled, or is pending when that happens.
 *   Timer: `dueAtMs`, when it expires.
 *   Exit: if the endpoint is enabled, it is pending, or a dead letter if it has expired. If its probe is
 *     accepted, it is delivered. If it expires, or fails the last scheduled attempt that was in flight
 *     when the endpoint was disabled, it is a dead letter.
 *   A failed probe leaves it held on its step: probes do not use up the schedule.
 *
 * delivered: the endpoint accepted it at `endedAtMs`. dead-letter: given up at `endedAtMs`, because the
 *   schedule ended ('failed') or the event is too old ('expired').
 *   No timer. Exit: a person replays it, or the sweep does if it was delivered before it opened. Replaying
 *   an expired one always needs `sendExpired`, which gives it the lifetime of a new event. The schedule
 *   starts again at its first step. Attempt numbers continue, so that a delivery never reuses one. An
 *   attempt that was in flight when the delivery expired started in time: if it is accepted, the dead
 *   letter becomes delivered.
 *
 * Being in flight is not a state. An attempt carries its number. If that is no longer the next number,
 * because another worker settled it or a replay came between, the attempt changes nothing. Any other event
 * that a state does not expect changes nothing either.
 */

export type DeliveryProgress = {
  state: DeliveryState
  /** The next step of the schedule, from 1. */
  step: number
  /** Attempts made, including replays and probes. */
  attempts: number
  /** Pending: when the next attempt is due. Held: when it expires. */
  dueAtMs: number | null
  /** No attempt may start before this time. */
  opensAtMs: number
  /** No attempt may start at or after this time. */
  expiresAtMs: number
  endedAtMs: number | null
  /** Why it was given up; `null` unless it is a dead letter. */
  deadLetterReason: DeadLetterReason | null
}

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

/** The Unix time of the event, and a random number from 0 up to, but not including, 1. */
export type Moment = { nowMs: number; random: number }

const lifeMs = constants.deliveryAgeLimitSeconds * 1000
const leadMs = constants.deliveryLeadLimitSeconds * 1000
/** From the time an event opens until receivers consider it too old. */
export const openMs = leadMs + lifeMs

type Times = Pick<DeliveryProgress, 'opensAtMs' | 'expiresAtMs'>
type Now = Pick<Moment, 'nowMs'>

/** Whether it is too late to start an attempt. */
export const isExpired = ({ expiresAtMs }: Times, { nowMs }: Now): boolean => expiresAtMs <= nowMs

/**
 * Whether receivers consider the event too old to replay. A replay with `sendExpired` moves `expiresAtMs`,
 * but not the timestamp, which `opensAtMs` reflects.
 */
export const isTooOld = ({ opensAtMs, expiresAtMs }: Times, { nowMs }: Now): boolean =>
  Math.min(expiresAtMs, opensAtMs + openMs) <= nowMs

/** Whether it is too early to start an attempt. */
export const isTooEarly = ({ opensAtMs }: Times, { nowMs }: Now): boolean => nowMs < opensAtMs

/**
 * The delivery of a new event.
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
 * The delivery after an event; `null` if the event changes nothing. Any event is valid in any state.
 * @see specs/decisions/ D-010, D-012 and D-013
 */
export function advanceDelivery(
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

/** The delivery after its next attempt ended. */
function settle(delivery: DeliveryProgress, ended: AttemptEnded, moment: Moment): DeliveryProgress {
  const made = { ...delivery, attempts: ended.attempt }
  if (ended.outcome === 'accepted') {
    // The clock was set back in the meantime: the receiver has set the event aside.
    if (isTooEarly(made, moment)) return begin({ ...made, isHeld: made.state === 'held' }, moment)
    const isEnd = { dueAtMs: null, endedAtMs: moment.nowMs, deadLetterReason: null }
    return { ...made, state: 'delivered', ...isEnd }
  }
  const isGoneNow = made.state === 'pending' && isGone(ended)
  // If a person enabled the endpoint in the meantime, the schedule continues unchanged.
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
  const beginning = { ...delivery, isHeld }
  if (!isTooOld(delivery, moment)) return begin(beginning, moment)
  return sendExpired ? begin({ ...beginning, expiresAtMs: moment.nowMs + lifeMs }, moment) : null
}

type Beginning = Times & Pick<DeliveryProgress, 'attempts'> & { isHeld: boolean }

function begin(
  { attempts, opensAtMs, expiresAtMs, isHeld }: Beginning,
  moment: Moment,
): DeliveryProgress {
  const { random } = moment
  const first = nextDelay({ attempt: 1, random, retryAfterSeconds: null, status: null })
  const delayMs = 'delayMs' in first ? first.delayMs : 0
  const delivery: DeliveryProgress = {
    state: 'pending',
    step: 1,
    attempts,
    opensAtMs,
    expiresAtMs,
    dueAtMs: Math.max(moment.nowMs + delayMs, opensAtMs),
    endedAtMs: null,
    deadLetterReason: null,
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
  deadLetterReason: DeadLetterReason,
  { nowMs }: Moment,
): DeliveryProgress => ({
  ...delivery,
  state: 'dead-letter',
  dueAtMs: null,
  endedAtMs: nowMs,
  deadLetterReason,
})
