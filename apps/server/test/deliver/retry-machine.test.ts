import { retryVectors } from '@partner-platform/fixtures/tables'
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
  event: DeliveryEvent,
  after: Partial<DeliveryProgress> | 'ignored',
  before?: Partial<DeliveryProgress>,
]

const isDelivered = { state: 'delivered', attempts: 8, dueAtMs: null, endedAtMs: nowMs } as const
const isHeld = { state: 'held', dueAtMs: expiresAtMs } as const
const restarted = {
  ...({ state: 'pending', step: 1 } as const),
  dueAtMs: nowMs,
  endedAtMs: null,
  deadLetterReason: null,
}

const disabled = { type: 'endpoint-disabled' } as const
const enabled = { type: 'endpoint-enabled' } as const
const expires = { type: 'expired' } as const
const onLastStep = { step: lastStep }
const toDisabled = { ...replayed, isHeld: true }
const anyway = { ...replayed, sendExpired: true }
const probed = { ...accepted, kind: 'probe' } as const
const next = { step: 4, attempts: 8, dueAtMs: nowMs + 1_800_000 }
const opening = { ...restarted, dueAtMs: nowMs + 1 }
const reborn = { ...restarted, expiresAtMs: nowMs + lifeMs }

/** Every move by state. The model proves that no other event moves anything. */
const moves: [state: string, before: DeliveryProgress, rows: Row[]][] = [
  [
    'pending',
    pending,
    [
      ['D-010 accepted', accepted, isDelivered],
      ['D-010 410', gone, { ...isHeld, step: 4, attempts: 8 }],
      ['D-010 410 with its body cut short', { ...gone, outcome: 'broken' }, next],
      ['D-012 redirected', ended({ outcome: 'redirected', status: 307 }), next],
      ['D-012 unresolved', ended({ outcome: 'unresolved', status: null }), next],
      ['D-012 on its last step, 410', gone, { ...isDead, attempts: 8 }, onLastStep],
      ['D-013 probe accepted', probed, isDelivered],
      ['D-013 probe failed', probe, { attempts: 8 }],
      ['D-013 probe 410', { ...gone, kind: 'probe' }, { ...isHeld, attempts: 8 }],
      ['I5 an attempt that is not the next', { ...accepted, attempt: 7 }, 'ignored'],
      ['I5 an attempt of the future', { ...accepted, attempt: 9 }, 'ignored'],
      ['D-013 disabled', disabled, isHeld],
      ['D-014 accepted before it opens', accepted, { ...opening, attempts: 8 }, early],
      ['F8 not yet expired', expires, 'ignored'],
      ['D-012 expired', expires, isExpired, old],
      ['D-012 and expired, accepted', accepted, isDelivered, old],
      [
        'D-012 next attempt after it expires',
        ...([ended(), { ...isExpired, attempts: 8 }, { expiresAtMs: next.dueAtMs }] as const),
      ],
      [
        'D-012 next attempt just before it expires',
        ...([ended(), next, { expiresAtMs: next.dueAtMs + 1 }] as const),
      ],
    ],
  ],
  [
    'held',
    held,
    [
      ['D-014 probe accepted before it opens', probed, { step: 1, attempts: 8 }, early],
      ['D-014 enabled before it opens', enabled, { state: 'pending', dueAtMs: nowMs + 1 }, early],
      ['D-013 probe accepted', probed, isDelivered],
      ['D-013 probe failed', probe, { attempts: 8 }],
      ['D-013 on its last step, probe failed', probe, { attempts: 8 }, onLastStep],
      ['D-013 probe 410', { ...gone, kind: 'probe' }, { attempts: 8 }],
      ['D-013 in flight, accepted', accepted, isDelivered],
      ['D-013 in flight, failed', ended(), { step: 4, attempts: 8 }],
      ['D-013 in flight on its last step, failed', ended(), { ...isDead, attempts: 8 }, onLastStep],
      ['I5 an attempt that is not the next', { ...probe, attempt: 7 }, 'ignored'],
      ['D-013 enabled', enabled, { state: 'pending', dueAtMs: nowMs }],
      ['D-013 and expired, enabled', enabled, isExpired, old],
      ['D-012 expired', expires, isExpired, old],
      ['F8 not yet expired', expires, 'ignored'],
    ],
  ],
  [
    'delivered',
    delivered,
    [
      ['D-014 before it opens, replayed', replayed, opening, early],
      ['D-012 and expired, replayed', replayed, 'ignored', old],
      ['D-012 replayed', replayed, restarted],
      [
        'D-012 with sendExpired, then replayed',
        ...([replayed, 'ignored', { opensAtMs: nowMs - lifeMs - leadMs }] as const),
      ],
    ],
  ],
  [
    'dead letter',
    deadLetter,
    [
      ['D-012 replayed', replayed, restarted],
      ['D-012 replayed to a disabled endpoint', toDisabled, { ...restarted, ...isHeld }],
      ['D-012 replayed with sendExpired', anyway, restarted],
    ],
  ],
  [
    'expired',
    expired,
    [
      ['D-012 accepted in flight', accepted, { ...isDelivered, ...noReason }],
      ['D-012 failed in flight', ended(), 'ignored'],
      ['I5 an attempt that is not the next', { ...accepted, attempt: 7 }, 'ignored'],
      ['D-012 replayed', replayed, 'ignored'],
      ['D-012 replayed with sendExpired', anyway, reborn],
      [
        'D-012 replayed with sendExpired to a disabled endpoint',
        { ...anyway, isHeld: true },
        { ...reborn, state: 'held', dueAtMs: nowMs + lifeMs },
      ],
    ],
  ],
]

describe.each(moves)('advanceDelivery of one that is %s', (_state, usual, rows) => {
  it.each(rows)('%s', (_says, event, after, given = {}) => {
    const before = Object.freeze({ ...usual, ...given })
    const want = after === 'ignored' ? null : { ...before, ...after }
    expect(advanceDelivery(before, event, moment)).toEqual(want)
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
    expect(advanceDelivery(before, event, { nowMs, random })).toEqual(
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
