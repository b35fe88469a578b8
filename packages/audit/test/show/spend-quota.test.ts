import { describe, expect, it } from 'vitest'
import { type Call, isExact, mostInWindow } from '../../src/show/spend-quota.ts'

const quota = 3
const windowSeconds = 2
const calls = (statuses: (number | null)[], startMs = 0): Call[] =>
  statuses.map((status, index) => ({
    sentMs: startMs + index,
    endedMs: startMs + index + 5,
    status,
  }))

describe('a round of calls', () => {
  it.each<[says: string, statuses: (number | null)[], isRight: boolean]>([
    ['exactly the quota', [200, 200, 200, 429, 429, 429], true],
    ['one too few', [200, 200, 429, 429, 429, 429], false],
    ['one too many', [200, 200, 200, 200, 429, 429], false],
    ['one too few, which may be the answer that was lost', [200, 200, null, 429, 429], true],
    ['none, and all answers are lost', [null, null, null, null], true],
  ])('D-015 that was admitted %s', (_says, statuses, isRight) => {
    expect(isExact(calls(statuses), quota, windowSeconds)).toBe(isRight)
  })

  it('D-015 that was longer than a window may be admitted more than the quota', () => {
    const slow = [...calls([200, 200, 200]), ...calls([200, 429], 2_500)]
    expect(isExact(slow, quota, windowSeconds)).toBe(true)
  })
})

describe('the most in any window', () => {
  it('D-015 counts over the ends of rounds', () => {
    const rounds = [calls([200, 200], 0), calls([200, 200], 1_900), calls([200], 2_100)]
    expect(mostInWindow(rounds, windowSeconds)).toBe(4)
  })

  it('D-015 counts only what was certainly admitted in it', () => {
    const late: Call = { sentMs: 1_990, endedMs: 2_010, status: 200 }
    const rounds = [[...calls([200, 429]), late]]
    expect(mostInWindow(rounds, windowSeconds)).toBe(1)
  })
})
