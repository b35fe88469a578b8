import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import {
  advanceDelivery,
  type DeliveryEvent,
  type DeliveryProgress,
} from '../../src/deliver/retry-machine.ts'
import { ended } from './attempt-ended.ts'

const nowMs = Date.parse('2025-06-14T09:30:00.000Z')
const moment = { nowMs, random: 0.5 }
const lifeMs = constants.deliveryAgeLimitSeconds * 1000
/** Of an event that is a day old. */
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
/** At the very moment at which its event gets too old. */
const old = { expiresAtMs: nowMs }
const expired: DeliveryProgress = { ...deadLetter, ...old, deadLetterReason: 'expired' }

const accepted = ended({ outcome: 'accepted', status: 200 })
const gone = ended({ status: constants.endpointGoneStatus })
const probe = ended({ kind: 'probe' })
const replayed = { type: 'replayed', isHeld: false, sendExpired: false } as const

const isDead = {
  state: 'dead-letter',
  dueAtMs: null,
  endedAtMs: nowMs,
  deadLetterReason: 'failed',
} as const
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
  state: 'pending',
  step: 1,
  dueAtMs: nowMs,
  endedAtMs: null,
  deadLetterReason: null,
} as const

/** Every event in every state. */
const rows: Row[] = [
  ['D-010 pending, accepted', pending, accepted, isDelivered],
  ['D-010 pending, 410', pending, gone, { ...isHeld, step: 4, attempts: 8 }],
  [
    'D-010 pending, 410 of which the body broke off',
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
  ['D-013 pending, enabled', pending, { type: 'endpoint-enabled' }, 'ignored'],
  ['D-012 pending, replayed', pending, replayed, 'ignored'],
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
  ['D-013 held, disabled', held, { type: 'endpoint-disabled' }, 'ignored'],
  ['D-013 held, enabled', held, { type: 'endpoint-enabled' }, { state: 'pending', dueAtMs: nowMs }],
  ['D-012 held, replayed', held, replayed, 'ignored'],
  ['D-013 held and expired, enabled', { ...held, ...old }, { type: 'endpoint-enabled' }, isExpired],
  ['D-012 held, expired', { ...held, ...old }, { type: 'expired' }, isExpired],
  ['F8 held, not yet expired', held, { type: 'expired' }, 'ignored'],

  ['D-012 delivered, an attempt', delivered, ended(), 'ignored'],
  ['D-012 delivered, disabled', delivered, { type: 'endpoint-disabled' }, 'ignored'],
  ['D-012 delivered, enabled', delivered, { type: 'endpoint-enabled' }, 'ignored'],
  ['D-012 delivered, expired', { ...delivered, ...old }, { type: 'expired' }, 'ignored'],
  ['D-012 delivered and expired, replayed', { ...delivered, ...old }, replayed, 'ignored'],
  ['D-012 delivered, replayed', delivered, replayed, restarted],

  ['D-012 dead letter, accepted', deadLetter, accepted, 'ignored'],
  ['D-012 dead letter, disabled', deadLetter, { type: 'endpoint-disabled' }, 'ignored'],
  ['D-012 dead letter, enabled', deadLetter, { type: 'endpoint-enabled' }, 'ignored'],
  ['D-012 dead letter, expired', { ...deadLetter, ...old }, { type: 'expired' }, 'ignored'],
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
    'D-012 expired, replayed all the same',
    expired,
    { ...replayed, sendExpired: true },
    { ...restarted, expiresAtMs: nowMs + lifeMs },
  ],
  [
    'D-012 expired, replayed all the same to a disabled endpoint',
    expired,
    { ...replayed, isHeld: true, sendExpired: true },
    { ...restarted, state: 'held', dueAtMs: nowMs + lifeMs, expiresAtMs: nowMs + lifeMs },
  ],
  [
    'D-012 expired, sent all the same, and replayed once more',
    { ...delivered, opensAtMs: nowMs - lifeMs - leadMs },
    replayed,
    'ignored',
  ],
  [
    'D-012 dead letter, replayed as if it had expired',
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
