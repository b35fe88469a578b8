import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'
import { checkRun, newTally, runs } from './sliding-window-model.ts'

/** More than 10^6 calls in `test:check`. */
const sequences = scaled(160)

it(`I7 createRateLimiter agrees with a model of the rule in ${sequences} sequences of calls`, async () => {
  const tally = newTally()
  const agrees = fc.asyncProperty(runs(2_000), (run) =>
    checkRun(run, (policy, monotonicMs) => createRateLimiter({ ...policy, monotonicMs }), tally),
  )
  await fc.assert(agrees, { numRuns: sequences })
  expect(tally.calls).toBeGreaterThan(scaled(100_000))
  // The run included enough hard calls: rejected ones, and calls at the edge of a window.
  expect(Math.min(tally.refused, tally.atTheEdge)).toBeGreaterThan(scaled(5_000))
})
