import { retryVectors } from '@partner-platform/contract-kit'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import {
  type AttemptEnded,
  advanceDelivery,
  type DeliveryEvent,
  type DeliveryProgress,
  startDelivery,
} from '../../src/deliver/retry-machine.ts'

const nowMs = Date.parse('2025-06-14T09:30:00.000Z')
const moment = { nowMs, random: 0.5 }
const lifeMs = constants.deliveryAgeLimitSeconds * 1000
/** For an event that is a day old. */
const expiresAtMs = nowMs - 86_400_000 + lifeMs
const leadMs = constants.deliveryLeadLimitSeconds * 1000
const opensAtMs = nowMs - 86_400_000 - leadMs
const lastStep = constants.retryDelaysSeconds.length

const pending: DeliveryProgress = {
  state: 'pending',
  step: 3,
  attempts: 7,
  dueAtMs: nowMs,
  opensAtMs,
  expiresAtMs,
  endedAtMs: null,
  deadLetterReason: null,
}
const held: DeliveryProgress = { ...pending, state: 'held', dueAtMs: expiresAtMs }
const delivered: DeliveryProgress = {
  ...pending,
  state: 'delivered',
  dueAtMs: null,
  endedAtMs: nowMs - 5,
}
const deadLetter: DeliveryProgress = {
  ...delivered,
  state: 'dead-letter',
  deadLetterReason: 'failed',
}
/** A millisecond too early. */
const early = { opensAtMs: nowMs + 1 }
/** At the exact time when its event becomes too old. */
const old = { expiresAtMs: nowMs }
const expired: DeliveryProgress = { ...deadLetter, ...old, deadLetterReason: 'expired' }

/** The failed eighth attempt of a delivery. */
const ended = (given: Partial<AttemptEnded> = {}): AttemptEnded => ({
  type: 'attempt-ended',
  attempt: 8,
  kind: 'scheduled',
  outcome: 'refused',
  status: 500,
  retryAfterSeconds: null,
  ...given,
})
const accepted = ended({ outcome: 'accepted', status: 200 })
const gone = ended({ status: constants.endpointGoneStatus })
const probe = ended({ kind: 'probe' })
const replayed = { type: 'replayed', isHeld: false, sendExpired: false } as const

const isDead = {
  ...({ state: 'dead-letter', deadLetterReason: 'failed' } as const),
  dueAtMs: null,
  endedAtMs: nowMs,
}
const isExpired = { ...isDead, deadLetterReason: 'expired' } as const
const noReason = { deadLetterReason: null } as const

type Row = [
  says: string,
  before: DeliveryProgress,
  event: DeliveryEvent,
  after: Partial<DeliveryProgress> | 'ignored',
]

const isDelivered = { state: 'delivered', attempts: 8, dueAtMs: null, endedAtMs: nowMs } as const
const isHeld = { state: 'held', dueAtMs: expiresAtMs } as const
const restarted = {
  ...({ state: 'pending', step: 1 } as const),
  dueAtMs: nowMs,
  endedAtMs: null,
  deadLetterReason: null,
}

/** Every move. The model proves that no other event moves anything. */
const rows: Row[] = [
  ['D-010 pending, accepted', pending, accepted, isDelivered],
  ['D-010 pending, 410', pending, gone, { ...isHeld, step: 4, attempts: 8 }],
  [
    'D-010 pending, 410 with its body cut short',
    pending,
    { ...gone, outcome: 'broken' },
    { step: 4, attempts: 8, dueAtMs: nowMs + 1_800_000 },
  ],
  [
    'D-012 pending on its last step, 410',
    { ...pending, step: lastStep },
    gone,
    { ...isDead, attempts: 8 },
  ],
  ['D-013 pending, probe accepted', pending, { ...accepted, kind: 'probe' }, isDelivered],
  ['D-013 pending, probe failed', pending, probe, { attempts: 8 }],
  ['D-013 pending, probe 410', pending, { ...gone, kind: 'probe' }, { ...isHeld, attempts: 8 }],
  ['I5 pending, an attempt that is not the next', pending, { ...accepted, attempt: 7 }, 'ignored'],
  ['I5 pending, an attempt of the future', pending, { ...accepted, attempt: 9 }, 'ignored'],
  ['D-013 pending, disabled', pending, { type: 'endpoint-disabled' }, isHeld],
  [
    'D-014 pending, accepted before it opens',
    { ...pending, ...early },
    accepted,
    { ...restarted, attempts: 8, dueAtMs: nowMs + 1 },
  ],
  [
    'D-014 held, probe accepted before it opens',
    { ...held, ...early },
    { ...accepted, kind: 'probe' },
    { step: 1, attempts: 8 },
  ],
  [
    'D-014 held, enabled before it opens',
    { ...held, ...early },
    { type: 'endpoint-enabled' },
    { state: 'pending', dueAtMs: nowMs + 1 },
  ],
  [
    'D-014 delivered before it opens, replayed',
    { ...delivered, ...early },
    replayed,
    { ...restarted, dueAtMs: nowMs + 1 },
  ],
  ['F8 pending, not yet expired', pending, { type: 'expired' }, 'ignored'],
  ['D-012 pending, expired', { ...pending, ...old }, { type: 'expired' }, isExpired],
  ['D-012 pending and expired, accepted', { ...pending, ...old }, accepted, isDelivered],
  [
    'D-012 pending, next attempt after it expires',
    { ...pending, expiresAtMs: nowMs + 1_800_000 },
    ended(),
    { ...isExpired, attempts: 8 },
  ],
  [
    'D-012 pending, next attempt just before it expires',
    { ...pending, expiresAtMs: nowMs + 1_800_001 },
    ended(),
    { step: 4, attempts: 8, dueAtMs: nowMs + 1_800_000 },
  ],

  ['D-013 held, probe accepted', held, { ...accepted, kind: 'probe' }, isDelivered],
  ['D-013 held, probe failed', held, probe, { attempts: 8 }],
  [
    'D-013 held on its last step, probe failed',
    { ...held, step: lastStep },
    probe,
    { attempts: 8 },
  ],
  ['D-013 held, probe 410', held, { ...gone, kind: 'probe' }, { attempts: 8 }],
  ['D-013 held in flight, accepted', held, accepted, isDelivered],
  ['D-013 held in flight, failed', held, ended(), { step: 4, attempts: 8 }],
  [
    'D-013 held in flight on its last step, failed',
    { ...held, step: lastStep },
    ended(),
    { ...isDead, attempts: 8 },
  ],
  ['I5 held, an attempt that is not the next', held, { ...probe, attempt: 7 }, 'ignored'],
  ['D-013 held, enabled', held, { type: 'endpoint-enabled' }, { state: 'pending', dueAtMs: nowMs }],
  ['D-013 held and expired, enabled', { ...held, ...old }, { type: 'endpoint-enabled' }, isExpired],
  ['D-012 held, expired', { ...held, ...old }, { type: 'expired' }, isExpired],
  ['F8 held, not yet expired', held, { type: 'expired' }, 'ignored'],

  ['D-012 delivered and expired, replayed', { ...delivered, ...old }, replayed, 'ignored'],
  ['D-012 delivered, replayed', delivered, replayed, restarted],

  ['D-012 dead letter, replayed', deadLetter, replayed, restarted],
  [
    'D-012 dead letter, replayed to a disabled endpoint',
    deadLetter,
    { ...replayed, isHeld: true },
    { ...restarted, ...isHeld },
  ],
  ['D-012 expired, accepted in flight', expired, accepted, { ...isDelivered, ...noReason }],
  ['D-012 expired, failed in flight', expired, ended(), 'ignored'],
  ['I5 expired, an attempt that is not the next', expired, { ...accepted, attempt: 7 }, 'ignored'],
  ['D-012 expired, replayed', expired, replayed, 'ignored'],
  [
    'D-012 expired, replayed with sendExpired',
    expired,
    { ...replayed, sendExpired: true },
    { ...restarted, expiresAtMs: nowMs + lifeMs },
  ],
  [
    'D-012 expired, replayed with sendExpired to a disabled endpoint',
    expired,
    { ...replayed, isHeld: true, sendExpired: true },
    { ...restarted, state: 'held', dueAtMs: nowMs + lifeMs, expiresAtMs: nowMs + lifeMs },
  ],
  [
    'D-012 sent with sendExpired, then replayed',
    { ...delivered, opensAtMs: nowMs - lifeMs - leadMs },
    replayed,
    'ignored',
  ],
  [
    'D-012 unexpired dead letter, replayed with sendExpired',
    deadLetter,
    { ...replayed, sendExpired: true },
    restarted,
  ],
]

describe('advanceDelivery', () => {
  it.each(rows)('%s', (_says, before, event, after) => {
    const frozen = Object.freeze({ ...before })
    const move = advanceDelivery(frozen, event, moment)
    expect(move.isIgnored).toBe(after === 'ignored')
    if (after === 'ignored') expect(move.delivery).toBe(frozen)
    else expect(move.delivery).toEqual({ ...before, ...after })
  })
})

const fresh = { timestampMs: nowMs, isHeld: false }

describe('the schedule', () => {
  const started = { ...startDelivery(fresh, moment), step: 3, attempts: 7 }
  const rows = retryVectors.rows.filter(({ given }) => given.attempt > 1)

  it.each(rows)('$rule follows the row: $name', ({ given, want }) => {
    const { attempt: step, random, retryAfterSeconds, status } = given
    const before = { ...started, step: step - 1, attempts: step - 1 }
    const outcome = status === null ? 'broken' : 'refused'
    const event = ended({ attempt: step, outcome, status, retryAfterSeconds })
    const { delivery } = advanceDelivery(before, event, { nowMs, random })
    expect(delivery).toEqual(
      'deadLetter' in want
        ? { ...before, ...isDead, attempts: step }
        : { ...before, step, attempts: step, dueAtMs: nowMs + want.delayMs },
    )
  })

  it.each(retryVectors.rows.filter(({ given }) => given.attempt === 1))(
    '$rule starts by the row: $name',
    ({ given, want }) => {
      const { dueAtMs } = startDelivery(fresh, { nowMs, random: given.random })
      expect({ delayMs: Number(dueAtMs) - nowMs }).toEqual(want)
    },
  )

  it('D-012 makes ten attempts, then a dead letter', () => {
    let delivery = startDelivery(fresh, moment)
    const waits: number[] = []
    let at = nowMs
    while (delivery.state === 'pending') {
      waits.push((Number(delivery.dueAtMs) - at) / 1000)
      at = Number(delivery.dueAtMs)
      const event = ended({ attempt: delivery.attempts + 1 })
      delivery = advanceDelivery(delivery, event, { nowMs: at, random: 0.5 }).delivery
    }
    expect(waits).toEqual(constants.retryDelaysSeconds)
    expect(delivery).toMatchObject({ state: 'dead-letter', attempts: lastStep, endedAtMs: at })
  })

  it.each(['blocked', 'unresolved', 'timed-out', 'broken', 'redirected'] as const)(
    'D-012 follows the schedule after an attempt that was %s',
    (outcome) => {
      const { delivery } = advanceDelivery(started, ended({ outcome, status: null }), moment)
      expect(delivery).toEqual({ ...started, step: 4, attempts: 8, dueAtMs: nowMs + 1_800_000 })
    },
  )
})

describe('startDelivery', () => {
  it('D-014 delays an event ahead of the clock until receivers accept it', () => {
    const start = (aheadMs: number) =>
      startDelivery({ timestampMs: nowMs + aheadMs, isHeld: false }, moment).dueAtMs
    expect(start(leadMs)).toBe(nowMs)
    expect(start(leadMs + 1)).toBe(nowMs + 1)
    expect(start(400 * 86_400_000)).toBe(nowMs + 400 * 86_400_000 - leadMs)
  })

  it('D-013 starts held if the endpoint is disabled', () => {
    expect(startDelivery({ ...fresh, isHeld: true }, moment)).toEqual({
      state: 'held',
      step: 1,
      attempts: 0,
      dueAtMs: nowMs + lifeMs,
      opensAtMs: nowMs - leadMs,
      expiresAtMs: nowMs + lifeMs,
      endedAtMs: null,
      deadLetterReason: null,
    })
  })
})
