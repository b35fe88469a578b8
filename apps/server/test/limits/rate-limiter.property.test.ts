import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'
import { checkRun, newTally, runs } from './sliding-window-model.ts'

/** More than 10^6 calls in `test:check`. */
const sequences = scaled(160)

const tally = newTally()
const agreesBy = (clock: 'monotonicMs' | 'wallMs') =>
  fc.asyncProperty(runs(2_000), (run) =>
    checkRun(
      run,
      (policy, clocks) => createRateLimiter({ ...policy, monotonicMs: clocks[clock] }),
      tally,
    ),
  )

describe('createRateLimiter compared with a model of the rule', () => {
  it(`I7 agrees in ${sequences} sequences of calls, whatever the wall clock does`, async () => {
    await fc.assert(agreesBy('monotonicMs'), { numRuns: sequences })
    expect(tally.calls).toBeGreaterThan(scaled(100_000))
    // The run included enough hard calls: rejected ones, clock jumps, and calls at the edge of a window.
    expect(Math.min(tally.refused, tally.wallJumps, tally.atTheEdge)).toBeGreaterThan(scaled(5_000))
  })

  it('F8 finds a limiter that reads the wall clock, so the jumps land', async () => {
    const { errorInstance } = await fc.check(agreesBy('wallMs'), { endOnFailure: true })
    expect(String(errorInstance)).toMatch(/^Error: Expected \{/)
  })
})
