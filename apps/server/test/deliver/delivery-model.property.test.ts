import { scaled } from '@partner-platform/harness'
import { constants } from '@partner-platform/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepted, DeliveryModel, failed, type Machines, machines } from './delivery-model.ts'
import { must, type Seen } from './delivery-rules.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** 10^5 in `test:check`. */
const sequences = scaled(10_000)
const dayMs = 86_400_000
const lifeMs = constants.deliveryAgeLimitSeconds * 1000

type Last = { goesOn: (model: DeliveryModel) => void; rule: string }

/** Ways in which the world may go on for ever after: in each, everything ends. */
const lasts: Last[] = [
  {
    // A person enables at last what a person disabled: nothing else would be sent.
    goesOn(model) {
      model.operate('operator-enabled')
      model.attemptNext(accepted)
    },
    rule: 'success ends everything',
  },
  { goesOn: (model) => void model.attemptNext(accepted), rule: 'a probe ends the wait' },
  { goesOn: (model) => void model.attemptNext(failed), rule: 'failure ends everything' },
  {
    goesOn(model) {
      model.operate('operator-disabled')
      model.wait(dayMs)
    },
    rule: 'time ends everything',
  },
]
// Three deliveries, ten steps each, and a probe a day for 31 days, with room.
const rounds = 200

function play(commands: Uint8Array, { given, seen }: { given: Machines; seen: Seen }): void {
  const model = new DeliveryModel(given, seen)
  model.create()
  for (let index = 1; index + 1 < commands.length; index += 2) {
    model.run(Number(commands[index]), Number(commands[index + 1]))
  }
  const last = lasts[Number(commands[0]) % lasts.length]
  for (let round = 0; round < rounds && !model.isOver(); round++) {
    const before = model.nowMs
    last?.goesOn(model)
    // Where nothing could be sent, time alone goes on.
    model.wait(model.nowMs === before ? dayMs : 0)
  }
  must(model.isOver(), last?.rule ?? '')
}

/** What a run over so many sequences found: the rule that was broken, or null. */
function findBroken(given: Machines, { runs = 100_000, seen = {} as Seen } = {}): string | null {
  const commands = fc.uint8Array({ minLength: 1, maxLength: 61, size: 'max' })
  const property = fc.property(commands, (bytes) => play(bytes, { given, seen }))
  const found = fc.check(property, { numRuns: runs, seed })
  if (!found.failed) return null
  const { errorInstance, counterexample } = found
  return errorInstance instanceof Error ? errorInstance.message : String(counterexample)
}

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

const mutants: [says: string, mutant: Machines, rule: string][] = [
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

describe(`the model of deliveries (SEED=${seed})`, () => {
  it(`I6 is in one state at a time and reaches an end, in ${sequences} sequences of commands`, () => {
    const seen: Seen = {}
    expect(findBroken(machines, { runs: sequences, seen })).toBeNull()
    // Nothing is proved by sequences that never get there.
    for (const state of ['pending', 'held']) {
      for (const event of ['attempt-ended', 'late attempt', 'probe', 'last step', 'gone']) {
        expect(seen[`${state}, ${event}`], `${state}, ${event}`).toBeGreaterThan(10)
      }
    }
    for (const state of ['pending', 'held']) {
      expect(seen[`${state}, expired`], state).toBeGreaterThan(10)
    }
    expect(seen['dead-letter, in time']).toBeGreaterThan(0)
    expect(seen['dead-letter, replayed']).toBeGreaterThan(10)
  })

  it.each(mutants)('I6 finds a machine that %s', (_says, mutant, rule) => {
    expect(findBroken(mutant)).toMatch(new RegExp(`broken: (${rule})`))
  })
})
