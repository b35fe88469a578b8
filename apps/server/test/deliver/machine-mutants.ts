import { constants } from '@partner-platform/types'
import { type Machines, machines } from './delivery-model.ts'

const lifeMs = constants.deliveryAgeLimitSeconds * 1000

type Move = ReturnType<Machines['advanceDelivery']>

/** The machine, its answer spoilt. */
const spoilt = (
  spoil: (move: Move, ...given: Parameters<Machines['advanceDelivery']>) => Move,
) => ({
  ...machines,
  advanceDelivery: (...given: Parameters<Machines['advanceDelivery']>) =>
    spoil(machines.advanceDelivery(...given), ...given),
})
/** An ignored event stays one: each mutant has its own fault alone. */
const patched = (move: Move, patch: Partial<Move['delivery']>): Move =>
  move.isIgnored ? move : { ...move, delivery: { ...move.delivery, ...patch } }
/** The machine, deaf to some events. */
const deafTo = (...types: string[]) =>
  spoilt((move, delivery, event) =>
    types.includes(event.type) ? { delivery, isIgnored: true } : move,
  )
type Health = ReturnType<Machines['advanceHealth']>
const unhealthy = (
  spoil: (move: Health, ...given: Parameters<Machines['advanceHealth']>) => Health,
) => ({
  ...machines,
  advanceHealth: (...given: Parameters<Machines['advanceHealth']>) =>
    spoil(machines.advanceHealth(...given), ...given),
})

/** Machines with a fault, and the rule that each breaks. */
export const mutants: [says: string, mutant: Machines, rule: string][] = [
  [
    'forgets to stop the timer',
    spoilt((move, { dueAtMs }) =>
      move.delivery.state === 'delivered' ? patched(move, { dueAtMs }) : move,
    ),
    'a timer runs in waiting states alone',
  ],
  [
    'has a state of its own',
    spoilt((move, _delivery, { type }) =>
      type === 'attempt-ended' ? patched(move, { state: 'in-flight' as 'pending' }) : move,
    ),
    'exactly one state',
  ],
  [
    'numbers attempts from one again after a replay',
    spoilt((move, _delivery, { type }) =>
      type === 'replayed' ? patched(move, { attempts: 0 }) : move,
    ),
    'only an attempt counts as one',
  ],
  [
    'does not number attempts',
    spoilt((move, { attempts }) => patched(move, { attempts })),
    'attempt numbers grow by one',
  ],
  [
    'goes on where the schedule stopped after a replay',
    spoilt((move, { step }, { type }) => (type === 'replayed' ? patched(move, { step }) : move)),
    'a replay starts the schedule again',
  ],
  [
    'takes what a frozen worker settles late',
    spoilt((move, delivery, event, moment) =>
      move.isIgnored && event.type === 'attempt-ended' && event.attempt === delivery.attempts
        ? machines.advanceDelivery(delivery, { ...event, attempt: event.attempt + 1 }, moment)
        : move,
    ),
    'an attempt counts under its own number',
  ],
  [
    'uses up the schedule with probes',
    spoilt((move, { step }, event) =>
      event.type === 'attempt-ended' && event.kind === 'probe' && move.delivery.state === 'held'
        ? patched(move, { step: Math.min(step + 1, 10) })
        : move,
    ),
    'a probe does not use up the schedule',
  ],
  [
    'stays on its step',
    spoilt((move, { step }, { type }) =>
      type === 'attempt-ended' && move.delivery.state === 'pending'
        ? patched(move, { step })
        : move,
    ),
    'a failure uses up one step',
  ],
  [
    'never gives up',
    spoilt((move, delivery, event) =>
      event.type === 'attempt-ended' && move.delivery.state === 'dead-letter'
        ? patched(move, {
            state: 'pending',
            dueAtMs: delivery.dueAtMs,
            endedAtMs: null,
            deadLetterReason: null,
          })
        : move,
    ),
    'the schedule is over exactly behind the last step',
  ],
  [
    'retries at once',
    spoilt((move, _delivery, _event, { nowMs }) =>
      move.delivery.state === 'pending' ? patched(move, { dueAtMs: nowMs }) : move,
    ),
    'the wait is not shorter than its step allows',
  ],
  [
    'waits as long as a receiver asks',
    spoilt((move, _delivery, event, { nowMs }) =>
      event.type === 'attempt-ended' &&
      event.retryAfterSeconds !== null &&
      move.delivery.state === 'pending'
        ? patched(move, { dueAtMs: nowMs + event.retryAfterSeconds * 1000 })
        : move,
    ),
    'the wait is not longer than its step allows',
  ],
  [
    'goes on sending when the endpoint is disabled',
    deafTo('endpoint-disabled'),
    'an event in its place',
  ],
  ['leaves held what was held', deafTo('endpoint-enabled'), 'an event in its place'],
  ['never expires', deafTo('expired'), 'an event in its place'],
  ['does not replay', deafTo('replayed'), 'an event in its place'],
  [
    'sends on after 410',
    unhealthy((move, { state }, { type }) =>
      type === 'attempt-ended' && state === 'enabled' ? { ...move, effect: null } : move,
    ),
    'nothing is sent to a disabled endpoint but probes',
  ],
  [
    'holds what a 410 did not disable',
    unhealthy((move, health, { type }) =>
      type === 'attempt-ended' && move.effect === 'hold' ? { health, effect: null } : move,
    ),
    'nothing is held for an enabled endpoint',
  ],
  [
    'does not release after a probe',
    unhealthy((move) => (move.effect === 'release' ? { ...move, effect: null } : move)),
    'nothing is held for an enabled endpoint',
  ],
  [
    'probes what a person disabled',
    unhealthy((move, _health, { type }, { nowMs }) =>
      type === 'operator-disabled'
        ? { ...move, health: { ...move.health, probeAtMs: nowMs } }
        : move,
    ),
    'an endpoint that disabled itself is probed',
  ],
  [
    'never probes',
    unhealthy((move) => ({ ...move, health: { ...move.health, probeAtMs: null } })),
    'an endpoint that disabled itself is probed',
  ],
  [
    'waits anew after every probe',
    spoilt((move, _delivery, event, { nowMs }) =>
      event.type === 'attempt-ended' && event.kind === 'probe' && move.delivery.state === 'held'
        ? patched(move, { expiresAtMs: nowMs + lifeMs })
        : move,
    ),
    'no event gets a longer life',
  ],
  [
    'starts the life again with each hold',
    spoilt((move, _delivery, { type }, { nowMs }) =>
      type === 'endpoint-disabled' ? patched(move, { expiresAtMs: nowMs + lifeMs }) : move,
    ),
    'no event gets a longer life',
  ],
  [
    'starts the life again with each replay',
    spoilt((move, _delivery, { type }, { nowMs }) =>
      type === 'replayed' ? patched(move, { expiresAtMs: nowMs + lifeMs }) : move,
    ),
    'no event gets a longer life',
  ],
  [
    'replays what has expired without being told to',
    spoilt((move, delivery, event, moment) =>
      event.type === 'replayed' && move.isIgnored
        ? machines.advanceDelivery(delivery, { ...event, sendExpired: true }, moment)
        : move,
    ),
    'an ignored event changes nothing|no event gets a longer life',
  ],
  [
    'plans an attempt for after the life of its event',
    spoilt((move, { dueAtMs, step }, event, { nowMs }) =>
      event.type === 'attempt-ended' && move.delivery.deadLetterReason === 'expired'
        ? patched(move, {
            ...{ state: 'pending', step: step + 1, dueAtMs: Math.max(Number(dueAtMs), nowMs) },
            ...{ endedAtMs: null, deadLetterReason: null },
          })
        : move,
    ),
    'no attempt is planned for after its time|the wait is not shorter than its step allows',
  ],
  [
    'gives an event the whole time that receivers allow',
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
    'takes for delivered what a receiver found in the future',
    spoilt((move, { opensAtMs }, event, { nowMs }) =>
      event.type === 'attempt-ended' && event.outcome === 'accepted' && nowMs < opensAtMs
        ? patched(move, { state: 'delivered', dueAtMs: null, endedAtMs: nowMs })
        : move,
    ),
    'delivered is what was accepted and read',
  ],
  [
    'forgets an attempt that was in flight when it expired',
    spoilt((move, delivery) =>
      delivery.deadLetterReason === 'expired' && move.delivery.state === 'delivered'
        ? { delivery, isIgnored: true }
        : move,
    ),
    'an event in its place',
  ],
]
