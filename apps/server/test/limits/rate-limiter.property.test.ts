import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'
import { type Edit, importMutant } from './mutant.ts'
import { checkRun, newTally, type Run, runs } from './sliding-window-model.ts'

/** More than 10^6 calls in `test:check`. */
const sequences = scaled(160)

describe('createRateLimiter against the rule as it is written', () => {
  it(`I7 agrees in ${sequences} sequences of calls, whatever the wall clock does`, async () => {
    const tally = newTally()
    const property = fc.asyncProperty(runs(2_000), (run) =>
      checkRun(
        run,
        (policy, { monotonicMs }) => createRateLimiter({ ...policy, monotonicMs }),
        tally,
      ),
    )
    await fc.assert(property, { numRuns: sequences })
    expect(tally.calls).toBeGreaterThan(scaled(100_000))
    // It did not pass for want of hard calls: refused ones, jumps, and calls at the edge of a window.
    expect(Math.min(tally.refused, tally.wallJumps, tally.atTheEdge)).toBeGreaterThan(scaled(5_000))
  })

  it('F8 finds a limiter that reads the wall clock, so its jumps do land', async () => {
    const property = fc.asyncProperty(runs(2_000), (run) =>
      checkRun(run, (policy, { wallMs }) => createRateLimiter({ ...policy, monotonicMs: wallMs })),
    )
    expect(await finding(property)).toMatch(/^Error: Expected \{/)
  })

  it.each<Edit & { fault: string }>([
    {
      fault: 'fixed windows',
      file: 'call-log.ts',
      from: '(this.#timesMs[index] as number) + ageMs > nowMs',
      to: 'Math.floor((this.#timesMs[index] as number) / ageMs) === Math.floor(nowMs / ageMs)',
    },
    {
      fault: 'refused calls are counted',
      file: 'rate-limiter.ts',
      from: 'return state(false, log, nowMs)',
      to: 'return state(false, logs.add(keyId, nowMs), nowMs)',
    },
    {
      fault: 'one call too many',
      file: 'rate-limiter.ts',
      from: 'size >= quota',
      to: 'size > quota',
    },
    {
      fault: 'one call too few',
      file: 'rate-limiter.ts',
      from: 'size >= quota',
      to: 'size >= quota - 1',
    },
    {
      fault: 'a call counts for a moment too long',
      file: 'call-log.ts',
      from: '+ ageMs > nowMs',
      to: '+ ageMs >= nowMs',
    },
    {
      fault: 'a key is forgotten with its oldest call',
      file: 'key-logs.ts',
      from: 'entry.log.newestMs',
      to: 'entry.log.oldestMs',
    },
    {
      fault: 'the search for the oldest call stops one early',
      file: 'call-log.ts',
      from: 'from = middle + 1',
      to: 'return middle',
    },
    {
      fault: 'the log keeps its start when it moves',
      file: 'call-log.ts',
      from: '    this.#first = 0\n',
      to: '',
    },
  ])('I7 finds the mutant: $fault', async (edit) => {
    const mutant = await importMutant(edit)
    const property = fc.asyncProperty(runs(2_000), (run) =>
      checkRun(run, (policy, { monotonicMs }) =>
        mutant.createRateLimiter({ ...policy, monotonicMs }),
      ),
    )
    expect(await finding(property)).toMatch(/^Error: (Expected \{|A window holds more)/)
  })
})

/** What the property says of a limiter that it finds fault with. */
const finding = async (property: fc.IAsyncProperty<[Run]>) =>
  String((await fc.check(property, { endOnFailure: true })).errorInstance)
