import { setTimeout as delay } from 'node:timers/promises'
import { type SeededRandom, seededRandom, until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AttemptEnded,
  advanceDelivery,
  type DeliveryProgress,
  startDelivery,
} from '../../../src/deliver/retry-machine.ts'
import { driveLoad } from '../../../src/testing/drive-load.ts'
import { prepareWorld } from '../../../src/testing/prepare-world.ts'
import type { Arrival } from '../../../src/testing/start-effect-receiver.ts'
import { startSender } from '../../../src/testing/start-sender.ts'
import { openStage, seed } from '../open-stage.ts'

const minuteMs = 60_000

type Outage = {
  /** Times of the events, in order. */
  created: readonly number[]
  downFromMs: number
  upFromMs: number
  random: () => number
  /** Sends everything that waits as soon as the endpoints are up, which the schedule must not do. */
  wakesAll?: boolean
}

/** The times of all attempts, in virtual time, by the schedule alone. */
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
      delivery = advanceDelivery(delivery, ended, { nowMs, random: random() }).delivery
    }
  }
  return attempts
}

/** Counts the times in each window of a range. */
function countByWindow(
  times: readonly number[],
  [fromMs, toMs]: [number, number],
  widthMs: number,
) {
  const counts = Array.from({ length: Math.ceil((toMs - fromMs) / widthMs) }, () => 0)
  for (const timeMs of times) {
    const window = Math.floor((timeMs - fromMs) / widthMs)
    if (timeMs < toMs && counts[window] !== undefined) counts[window] += 1
  }
  return counts
}

const mean = (counts: readonly number[]) =>
  counts.reduce((sum, one) => sum + one, 0) / counts.length

/** Events at a steady rate for five hours. All endpoints are down for two of them. */
const steadyOutage = ({ next }: SeededRandom): Outage => ({
  created: Array.from({ length: 60_000 }, (_, index) => index * 300 + next() * 300),
  downFromMs: 60 * minuteMs,
  upFromMs: 180 * minuteMs,
  random: next,
})

function rateAfterOutage(outage: Outage): number {
  const { upFromMs } = outage
  const attempts = playOutage(outage)
  const widthMs = 10_000
  const steady = mean(countByWindow(attempts, [upFromMs - 30 * minuteMs, upFromMs], widthMs))
  const peak = Math.max(...countByWindow(attempts, [upFromMs, upFromMs + 120 * minuteMs], widthMs))
  return peak / steady
}

describe(`F14 all endpoints down, then up (SEED=${seed})`, () => {
  it('the schedule brings at most twice the steady rate of attempts', () => {
    expect(rateAfterOutage(steadyOutage(seededRandom(seed)))).toBeLessThanOrEqual(2)
  })

  it('finds the mutant that sends everything at once after the outage', () => {
    const outage = { ...steadyOutage(seededRandom(seed)), wakesAll: true }
    expect(rateAfterOutage(outage)).toBeGreaterThan(2)
  })

  it('a real sender retries at most at twice the rate of events', async () => {
    let isDown = true
    const { env, receiver, journal } = await openStage('embedded', {
      onTestFinished,
      answer: () => ({ status: isDown ? 503 : 202 }),
    })
    const sender = await startSender({ env })
    const { operator } = sender
    const parties = await prepareWorld({ operator, receiver, partyCount: 10, submissionsEach: 8 })
    const load = driveLoad({
      laneCount: 4,
      submissions: parties.flatMap((party) => party.submissions),
      journal,
      random: seededRandom(seed),
      target: async () => operator,
      pause: () => delay(40),
    })
    const events = () => new Set(receiver.arrivals.map(({ event }) => event)).size
    await until(() => receiver.arrivals.length > 0, { what: 'the first attempt' })
    const startedMs = performance.now()
    const isLong = () => performance.now() > startedMs + 3_000 && receiver.arrivals.length > 60
    await until(isLong, { what: 'an outage of 3 s or more' })
    isDown = false
    const firsts = () => receiver.arrivals.filter(({ attempt }) => attempt === 1)
    const failed = firsts().length
    const retries = () => receiver.arrivals.filter(({ attempt }) => attempt > 1)
    await until(() => retries().length >= failed, { what: 'a retry of all that failed' })
    const endedMs = performance.now()
    await load.stop()
    await until(() => events() === journal.acked().length, { what: 'the last event' })
    expect((await sender.stop()).code).toBe(0)

    const countBySecond = (arrivals: readonly Arrival[]) => {
      const times = arrivals.map(({ atMs }) => atMs)
      return countByWindow(times, [startedMs, endedMs], 1_000)
    }
    expect(failed).toBeGreaterThan(50)
    expect(Math.max(...countBySecond(retries()))).toBeLessThanOrEqual(
      2 * mean(countBySecond(firsts())),
    )
  })
})
