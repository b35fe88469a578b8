import { type SeededRandom, seededRandom } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import {
  type AttemptEnded,
  advanceDelivery,
  type DeliveryProgress,
  startDelivery,
} from '../../src/deliver/retry-machine.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const minuteMs = 60_000

type Outage = {
  /** Times of the events, in order. */
  created: readonly number[]
  downFromMs: number
  upFromMs: number
  random: () => number
  /** Sends all waiting events as soon as the endpoints are up, which the schedule must not do. */
  wakesAll?: boolean
}

/** The times of all attempts that the schedule alone makes, in virtual time. */
function playOutage({ created, downFromMs, upFromMs, random, wakesAll }: Outage): number[] {
  const attempts: number[] = []
  for (const createdMs of created) {
    const event = { timestampMs: createdMs, isHeld: false }
    let delivery: DeliveryProgress = startDelivery(event, { nowMs: createdMs, random: random() })
    let wasUp = createdMs >= upFromMs
    while (delivery.state === 'pending') {
      let nowMs = delivery.dueAtMs ?? createdMs
      if (wakesAll && !wasUp && nowMs > upFromMs) nowMs = upFromMs
      wasUp = nowMs >= upFromMs
      attempts.push(nowMs)
      const isDown = nowMs >= downFromMs && nowMs < upFromMs
      const ended = {
        type: 'attempt-ended',
        attempt: delivery.attempts + 1,
        kind: 'scheduled',
        ...(isDown ? { outcome: 'refused', status: 500 } : { outcome: 'accepted', status: 202 }),
        retryAfterSeconds: null,
      } as AttemptEnded
      delivery = advanceDelivery(delivery, ended, { nowMs, random: random() }) ?? delivery
    }
  }
  return attempts
}

/** Events at a steady rate for five hours. All endpoints are down for two of them. */
const steadyOutage = ({ next }: SeededRandom): Outage => ({
  created: Array.from({ length: 60_000 }, (_, index) => index * 300 + next() * 300),
  downFromMs: 60 * minuteMs,
  upFromMs: 180 * minuteMs,
  random: next,
})

/** The most attempts in any ten seconds after the outage, divided by their mean in its last half hour. */
function rateAfterOutage(outage: Outage): number {
  const windowMs = 10_000
  const windows = Map.groupBy(playOutage(outage), (timeMs) => Math.floor(timeMs / windowMs))
  const countsFrom = (fromMs: number, minutes: number) =>
    Array.from({ length: (minutes * minuteMs) / windowMs }, (_, index) => {
      return windows.get(fromMs / windowMs + index)?.length ?? 0
    })
  const { upFromMs } = outage
  const before = countsFrom(upFromMs - 30 * minuteMs, 30)
  const steady = before.reduce((sum, count) => sum + count, 0) / before.length
  return Math.max(...countsFrom(upFromMs, 120)) / steady
}

describe(`F14 all endpoints down, then up (SEED=${seed})`, () => {
  it('the schedule at most doubles the rate of attempts', () => {
    expect(rateAfterOutage(steadyOutage(seededRandom(seed)))).toBeLessThanOrEqual(2)
  })

  it('finds the mutant that sends everything at once after the outage', () => {
    const outage = { ...steadyOutage(seededRandom(seed)), wakesAll: true }
    expect(rateAfterOutage(outage)).toBeGreaterThan(2)
  })
})
