import { retryVectors } from '@partner-platform/contract-kit'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import {
  advanceDelivery,
  type DeliveryProgress,
  startDelivery,
} from '../../src/deliver/retry-machine.ts'
import { ended } from './attempt-ended.ts'

const nowMs = Date.parse('2025-06-14T09:30:00.000Z')
const moment = { nowMs, random: 0.5 }
const lifeMs = constants.deliveryAgeLimitSeconds * 1000
const leadMs = constants.deliveryLeadLimitSeconds * 1000
const lastStep = constants.retryDelaysSeconds.length
const fresh = { timestampMs: nowMs, isHeld: false }
const pending: DeliveryProgress = { ...startDelivery(fresh, moment), step: 3, attempts: 7 }
const isDead = {
  state: 'dead-letter',
  dueAtMs: null,
  endedAtMs: nowMs,
  deadLetterReason: 'failed',
} as const

describe('the schedule', () => {
  const rows = retryVectors.rows.filter(({ given }) => given.attempt > 1)

  it.each(rows)('$rule follows the row: $name', ({ given, want }) => {
    const { attempt: step, random, retryAfterSeconds, status } = given
    const before = { ...pending, step: step - 1, attempts: step - 1 }
    const event = ended({
      attempt: step,
      outcome: status === null ? 'broken' : 'refused',
      status,
      retryAfterSeconds,
    })
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
      const { delivery } = advanceDelivery(pending, ended({ outcome, status: null }), moment)
      expect(delivery).toEqual({ ...pending, step: 4, attempts: 8, dueAtMs: nowMs + 1_800_000 })
    },
  )
})

describe('startDelivery', () => {
  it('D-014 waits for an event that is ahead of the clock until receivers take it', () => {
    const start = (aheadMs: number) =>
      startDelivery({ timestampMs: nowMs + aheadMs, isHeld: false }, moment).dueAtMs
    expect(start(leadMs)).toBe(nowMs)
    expect(start(leadMs + 1)).toBe(nowMs + 1)
    expect(start(400 * 86_400_000)).toBe(nowMs + 400 * 86_400_000 - leadMs)
  })

  it('D-013 starts held where the endpoint is disabled', () => {
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
