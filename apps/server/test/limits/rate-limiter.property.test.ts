import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'
import { importMutant } from '../import-mutant.ts'
import { checkRun, newTally, runs } from './sliding-window-model.ts'

/** More than 10^6 calls in `test:check`. */
const sequences = scaled(160)

describe('createRateLimiter compared with a model of the rule', () => {
  it(`I7 agrees in ${sequences} sequences of calls`, async () => {
    const tally = newTally()
    await fc.assert(property(createRateLimiter, tally), { numRuns: sequences })
    expect(tally.calls).toBeGreaterThan(scaled(100_000))
    // The run included enough hard calls: rejected ones, and calls at the edge of a window.
    expect(Math.min(tally.refused, tally.atTheEdge)).toBeGreaterThan(scaled(5_000))
  })

  it.each<[fault: string, file: string, from: string, to: string]>([
    [
      'fixed windows',
      'key-logs.ts',
      '(this.#timesMs[index] as number) + ageMs > nowMs',
      'Math.floor((this.#timesMs[index] as number) / ageMs) === Math.floor(nowMs / ageMs)',
    ],
    [
      'refused calls are counted',
      'rate-limiter.ts',
      'return state(false, log, nowMs)',
      'return state(false, logs.add(keyId, nowMs), nowMs)',
    ],
  ])('I7 finds the mutant: %s', async (_, file, from, to) => {
    const edit = { file: `limits/${file}`, from, to }
    const mutant = await importMutant<{ createRateLimiter: Create }>(edit, 'rate-limiter.ts')
    expect(await finding(mutant.createRateLimiter)).toMatch(/^Error: Expected \{/)
  })
})

type Create = typeof createRateLimiter

const property = (create: Create, tally = newTally()) =>
  fc.asyncProperty(runs(2_000), (run) =>
    checkRun(run, (policy, monotonicMs) => create({ ...policy, monotonicMs }), tally),
  )

/** The error that the property finds in a limiter. */
const finding = async (create: Create) =>
  String((await fc.check(property(create), { endOnFailure: true })).errorInstance)
