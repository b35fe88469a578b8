import { constants } from '@partner-platform/types'
import type { DisabledReason, EndpointState } from '../store/schema.ts'
import type { Outcome } from './post-webhook.ts'

/*
 * Whether an endpoint gets deliveries. It is in one of two states.
 *
 * enabled: its deliveries are sent when they are due.
 *   A success clears all failures. The first failure after a success sets `failingSinceMs`; every failure
 *   counts.
 *   Exit: 410 disables it at once ('gone'). A failure disables it if nothing succeeded for
 *     disableAfterSeconds and at least disableAfterAttempts failed in that time ('failing'). A person can
 *     disable it ('operator').
 *
 * disabled: its deliveries are held.
 *   Timer: at `probeAtMs`, every probeIntervalSeconds, the oldest held delivery is sent as a probe. There
 *     are no probes if a person disabled it: only a person can enable it again.
 *   Exit: a probe is accepted, or a person enables it. That clears all failures and sends the held
 *     deliveries. A scheduled attempt that was in flight when the endpoint was disabled changes nothing,
 *     whatever its outcome: it may have been answered before the 410.
 *
 * In either state, a new URL clears the failures of the old one, and the next probe is sent at once. An
 * attempt that went to the old URL is ignored here.
 *
 * Times are wall-clock times. If the clock jumps, an endpoint is disabled earlier or later by that jump;
 * the minimum number of failures limits the harm.
 */

export type EndpointHealth = {
  state: EndpointState
  disabledReason: DisabledReason | null
  /** When the first attempt since the last success failed. */
  failingSinceMs: number | null
  /** Failed attempts since the last success. */
  failures: number
  /** When the next probe is due. */
  probeAtMs: number | null
}

export type HealthEvent =
  | { type: 'attempt-ended'; kind: 'scheduled' | 'probe'; outcome: Outcome; status: number | null }
  | { type: 'operator-enabled' | 'operator-disabled' | 'url-changed' }

/** `hold`: hold the endpoint's pending deliveries. `release`: send its held ones. */
export type HealthMove = { health: EndpointHealth; effect: 'hold' | 'release' | null }

/**
 * Whether an endpoint has answered completely that it is gone for good.
 * @see specs/decisions/ D-010
 */
export const isGone = ({ outcome, status }: { outcome: Outcome; status: number | null }): boolean =>
  outcome === 'refused' && status === constants.endpointGoneStatus

/** The health of an endpoint that was just registered or enabled. */
export const soundHealth: EndpointHealth = {
  state: 'enabled',
  disabledReason: null,
  failingSinceMs: null,
  failures: 0,
  probeAtMs: null,
}

/**
 * The health after an event, and the effect on deliveries. Any event is valid in any state. An event
 * that changes nothing returns the same object.
 * @see specs/decisions/ D-010 and D-013
 */
export function advanceHealth(
  health: EndpointHealth,
  event: HealthEvent,
  { nowMs }: { nowMs: number },
): HealthMove {
  const isEnabled = health.state === 'enabled'
  switch (event.type) {
    case 'operator-enabled':
      return isEnabled ? unmoved(health) : { health: soundHealth, effect: 'release' }
    case 'operator-disabled':
      if (isEnabled) return disable(health, 'operator', nowMs)
      return health.disabledReason === 'operator'
        ? unmoved(health)
        : unmoved({ ...health, disabledReason: 'operator', probeAtMs: null })
    case 'url-changed':
      return unmoved(forgetFailures(health, nowMs))
    case 'attempt-ended':
      return isEnabled ? judge(health, event, nowMs) : judgeDisabled(health, event, nowMs)
  }
}

type Ended = Extract<HealthEvent, { type: 'attempt-ended' }>

const unmoved = (health: EndpointHealth): HealthMove => ({ health, effect: null })

function judge(health: EndpointHealth, ended: Ended, nowMs: number): HealthMove {
  if (ended.outcome === 'accepted') return unmoved(health.failures === 0 ? health : soundHealth)
  const failed = countFailure(health, nowMs)
  if (isGone(ended)) return disable(failed, 'gone', nowMs)
  const failingMs = nowMs - failed.failingSinceMs
  const isFailing =
    failed.failures >= constants.disableAfterAttempts &&
    failingMs >= constants.disableAfterSeconds * 1000
  return isFailing ? disable(failed, 'failing', nowMs) : unmoved(failed)
}

function judgeDisabled(health: EndpointHealth, ended: Ended, nowMs: number): HealthMove {
  if (ended.kind !== 'probe' || health.disabledReason === 'operator') return unmoved(health)
  if (ended.outcome === 'accepted') return { health: soundHealth, effect: 'release' }
  const failed = countFailure(health, nowMs)
  const disabledReason = isGone(ended) ? 'gone' : failed.disabledReason
  return unmoved({ ...failed, disabledReason, probeAtMs: toProbeTime(nowMs) })
}

function forgetFailures(health: EndpointHealth, nowMs: number): EndpointHealth {
  if (health.failures === 0 && health.probeAtMs === null) return health
  const probeAtMs = health.probeAtMs === null ? null : nowMs
  return { ...health, failingSinceMs: null, failures: 0, probeAtMs }
}

const countFailure = (health: EndpointHealth, nowMs: number) => ({
  ...health,
  failingSinceMs: health.failingSinceMs ?? nowMs,
  failures: health.failures + 1,
})

const disable = (
  health: EndpointHealth,
  disabledReason: DisabledReason,
  nowMs: number,
): HealthMove => ({
  health: {
    ...health,
    state: 'disabled',
    disabledReason,
    probeAtMs: disabledReason === 'operator' ? null : toProbeTime(nowMs),
  },
  effect: 'hold',
})

const toProbeTime = (nowMs: number) => nowMs + constants.probeIntervalSeconds * 1000
