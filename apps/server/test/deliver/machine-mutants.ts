import { constants } from '@partner-platform/types'
import type { DeliveryEvent, DeliveryProgress } from '../../src/deliver/retry-machine.ts'
import { type Machines, machines } from './delivery-model.ts'

const lifeMs = constants.deliveryAgeLimitSeconds * 1000
const goesOn = { state: 'pending', endedAtMs: null, deadLetterReason: null } as const

type Given = Parameters<Machines['advanceDelivery']>
type Move = ReturnType<Machines['advanceDelivery']>
type Health = ReturnType<Machines['advanceHealth']>

/** The machine with a spoilt result. */
const spoilt = (spoil: (move: Move, ...given: Given) => Move | false): Machines => ({
  ...machines,
  advanceDelivery(...given) {
    const move = machines.advanceDelivery(...given)
    return spoil(move, ...given) || move
  },
})

type Patch = (
  after: DeliveryProgress,
  before: DeliveryProgress,
  event: DeliveryEvent,
  nowMs: number,
) => Partial<DeliveryProgress> | false

/** The machine with each move patched. Ignored events stay ignored, so that a mutant has only one fault. */
const patched = (patch: Patch) =>
  spoilt(
    (move, before, event, { nowMs }) =>
      !move.isIgnored && {
        ...move,
        delivery: { ...move.delivery, ...patch(move.delivery, before, event, nowMs) },
      },
  )

/** The machine, ignoring one type of event. */
const deafTo = (type: DeliveryEvent['type']) =>
  spoilt((_move, delivery, event) => event.type === type && { delivery, isIgnored: true })

const unhealthy = (
  spoil: (move: Health, ...given: Parameters<Machines['advanceHealth']>) => Health | false,
): Machines => ({
  ...machines,
  advanceHealth(...given) {
    const move = machines.advanceHealth(...given)
    return spoil(move, ...given) || move
  },
})

const isAttempt = (event: DeliveryEvent) => event.type === 'attempt-ended'
const isProbe = (event: DeliveryEvent) => event.type === 'attempt-ended' && event.kind === 'probe'

/** Machines with a fault, and the rule that each breaks. */
export const mutants: [says: string, mutant: Machines, rule: string][] = [
  [
    'forgets to stop the timer',
    patched((after, { dueAtMs }) => after.state === 'delivered' && { dueAtMs }),
    'a timer runs in waiting states alone',
  ],
  [
    'has an extra state',
    patched((_after, _before, event) => isAttempt(event) && { state: 'in-flight' as 'pending' }),
    'exactly one state',
  ],
  [
    'numbers attempts from one again after a replay',
    patched((_after, _before, { type }) => type === 'replayed' && { attempts: 0 }),
    'only an attempt counts as one',
  ],
  [
    'does not number attempts',
    patched((_after, { attempts }) => ({ attempts })),
    'attempt numbers grow by one',
  ],
  [
    'continues the old schedule after a replay',
    patched((_after, { step }, { type }) => type === 'replayed' && { step }),
    'a replay starts the schedule again',
  ],
  [
    'accepts a late result of a frozen worker',
    spoilt((move, delivery, event, moment) => {
      const isLate = event.type === 'attempt-ended' && event.attempt === delivery.attempts
      if (!move.isIgnored || !isLate) return move
      return machines.advanceDelivery(delivery, { ...event, attempt: event.attempt + 1 }, moment)
    }),
    'an attempt counts under its own number',
  ],
  [
    'uses up the schedule with probes',
    patched(
      ({ state }, { step }, event) =>
        isProbe(event) && state === 'held' && { step: Math.min(step + 1, 10) },
    ),
    'a probe does not use up the schedule',
  ],
  [
    'stays on its step',
    patched(({ state }, { step }, event) => isAttempt(event) && state === 'pending' && { step }),
    'a failure uses up one step',
  ],
  [
    'never gives up',
    patched(
      ({ state }, { dueAtMs }, event) =>
        isAttempt(event) && state === 'dead-letter' && { ...goesOn, dueAtMs },
    ),
    'the schedule is over exactly behind the last step',
  ],
  [
    'retries at once',
    patched(({ state }, _before, _event, nowMs) => state === 'pending' && { dueAtMs: nowMs }),
    'the wait is not shorter than its step allows',
  ],
  [
    'waits as long as a receiver asks',
    patched(({ state }, _before, event, nowMs) => {
      if (event.type !== 'attempt-ended' || event.retryAfterSeconds === null) return false
      return state === 'pending' && { dueAtMs: nowMs + event.retryAfterSeconds * 1000 }
    }),
    'the wait is not longer than its step allows',
  ],
  ['sends on to a disabled endpoint', deafTo('endpoint-disabled'), 'an event in its place'],
  ['never releases held deliveries', deafTo('endpoint-enabled'), 'an event in its place'],
  ['never expires', deafTo('expired'), 'an event in its place'],
  ['does not replay', deafTo('replayed'), 'an event in its place'],
  [
    'sends on after 410',
    unhealthy(
      (move, { state }, { type }) =>
        type === 'attempt-ended' && state === 'enabled' && { ...move, effect: null },
    ),
    'nothing is sent to a disabled endpoint but probes',
  ],
  [
    'ignores a 410',
    unhealthy(
      (move, health, { type }) =>
        type === 'attempt-ended' && move.effect === 'hold' && { health, effect: null },
    ),
    'nothing is held for an enabled endpoint',
  ],
  [
    'does not release after a probe',
    unhealthy((move) => move.effect === 'release' && { ...move, effect: null }),
    'nothing is held for an enabled endpoint',
  ],
  [
    'probes what a person disabled',
    unhealthy(
      (move, _health, { type }, { nowMs }) =>
        type === 'operator-disabled' && { ...move, health: { ...move.health, probeAtMs: nowMs } },
    ),
    'an endpoint that disabled itself is probed',
  ],
  [
    'never probes',
    unhealthy((move) => ({ ...move, health: { ...move.health, probeAtMs: null } })),
    'an endpoint that disabled itself is probed',
  ],
  [
    'restarts the lifetime after every probe',
    patched(
      ({ state }, _before, event, nowMs) =>
        isProbe(event) && state === 'held' && { expiresAtMs: nowMs + lifeMs },
    ),
    'no event gets a longer life',
  ],
  ...(['endpoint-disabled', 'replayed'] as const).map((type): [string, Machines, string] => [
    `restarts the lifetime with each ${type}`,
    patched((_after, _before, event, nowMs) => {
      return event.type === type && { expiresAtMs: nowMs + lifeMs }
    }),
    'no event gets a longer life',
  ]),
  [
    'replays expired deliveries without sendExpired',
    spoilt(
      (move, delivery, event, moment) =>
        event.type === 'replayed' &&
        move.isIgnored &&
        machines.advanceDelivery(delivery, { ...event, sendExpired: true }, moment),
    ),
    'an ignored event changes nothing|no event gets a longer life',
  ],
  [
    'plans an attempt after the event expires',
    patched(({ deadLetterReason }, { dueAtMs, step }, event, nowMs) => {
      if (!isAttempt(event) || deadLetterReason !== 'expired') return false
      return { ...goesOn, step: step + 1, dueAtMs: Math.max(Number(dueAtMs), nowMs) }
    }),
    'no attempt is planned for after its time|the wait is not shorter than its step allows',
  ],
  [
    'uses the whole age that receivers allow',
    {
      ...machines,
      startDelivery: (event, moment) => ({
        ...machines.startDelivery(event, moment),
        expiresAtMs: event.timestampMs + constants.timestampAgeLimitSeconds * 1000,
      }),
    },
    'nothing is sent that is not read',
  ],
  [
    'counts an event that a receiver set aside as early as delivered',
    patched((_after, { opensAtMs }, event, nowMs) => {
      const isUnread = nowMs < opensAtMs
      if (event.type !== 'attempt-ended' || event.outcome !== 'accepted') return false
      return isUnread && { state: 'delivered', dueAtMs: null, endedAtMs: nowMs }
    }),
    'delivered is what was accepted and read',
  ],
  [
    'forgets an attempt that was in flight when it expired',
    spoilt(
      (move, delivery) =>
        delivery.deadLetterReason === 'expired' &&
        move.delivery.state === 'delivered' && { delivery, isIgnored: true },
    ),
    'an event in its place',
  ],
]
