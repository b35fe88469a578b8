import { constants } from '@partner-platform/types'
import type { Outcome } from './post-webhook.ts'

/*
 * Whether an endpoint is sent to. It is in one of two states.
 *
 * enabled: its deliveries are sent when they are due.
 *   A success forgets all failures before it. The first failure after a success starts
 *   `failingSinceMs`; each one counts.
 *   Exit: 410 disables it at once ('gone'). So does a failure when there was no success for
 *     disableAfterSeconds and at least disableAfterAttempts failed in that time ('failing'), and a
 *     person ('operator').
 *
 * disabled: its deliveries are held.
 *   Timer: `probeAtMs`, when the oldest held delivery is sent as a probe; every probeIntervalSeconds.
 *     None where a person disabled it: only a person enables it again.
 *   Exit: a probe is accepted, or a person enables it. All failures are forgotten, and what was held
 *     is sent. An attempt of the schedule that was in flight when the endpoint was disabled changes
 *     nothing, however it ends: it may have been answered before the 410 was.
 *
 * A new URL, in either state, forgets the failures of the old one; one that is probed is probed at once.
 * An attempt that went to the old URL is none of its events.
 *
 * Seconds are of the wall clock: one that jumps makes an endpoint's time longer or shorter by its jump,
 * and the number of failures guards against the rest.
 */

/** How an endpoint fares. */
export type EndpointHealth = {
  state: 'enabled' | 'disabled'
  disabledReason: 'gone' | 'failing' | 'operator' | null
  /** When the first attempt since the last success failed. */
  failingSinceMs: number | null
  /** Failed attempts since the last success. */
  failures: number
  /** When the next probe is due. */
  probeAtMs: number | null
}

export type HealthEvent =
  | {
      type: 'attempt-ended'
      kind: 'scheduled' | 'probe'
      outcome: Outcome
      status: number | null
    }
  | { type: 'operator-enabled' | 'operator-disabled' | 'url-changed' }

/** `hold`: the endpoint's pending deliveries are held from now on. `release`: its held ones are sent. */
export type HealthMove = { health: EndpointHealth; effect: 'hold' | 'release' | null }

/**
 * Whether an endpoint has said, in a whole answer, that it is gone for good.
 * @see specs/decisions/ D-010
 */
export const isGone = ({ outcome, status }: { outcome: Outcome; status: number | null }): boolean =>
  outcome === 'refused' && status === constants.endpointGoneStatus

/** An endpoint that was just registered, or enabled. */
export const soundHealth: EndpointHealth = {
  state: 'enabled',
  disabledReason: null,
  failingSinceMs: null,
  failures: 0,
  probeAtMs: null,
}

/**
 * How the endpoint fares after an event, and what that means for its deliveries. Total: any event may
 * come in any state; one that changes nothing gives back the very same object.
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
  disabledReason: 'gone' | 'failing' | 'operator',
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
