import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../src/index.ts'

const start = (quota = 3, windowSeconds = 10) => {
  let nowMs = 0
  const limiter = createRateLimiter({ quota, windowSeconds, monotonicMs: () => nowMs })
  return {
    limiter,
    at(ms: number) {
      nowMs = ms
      return limiter
    },
  }
}

describe('createRateLimiter', () => {
  it('F16 forgets a key when its last call leaves the window', () => {
    const { at, limiter } = start()
    for (let key = 0; key < 10_000; key++) at(key).admit(`key ${key}`)
    expect(limiter.trackedKeys).toBe(10_000)
    at(9_999 + 10_000).admit('another')
    expect(limiter.trackedKeys).toBe(1)
  })

  it('keeps a busy key while idle ones are forgotten', () => {
    const { at, limiter } = start()
    at(0).admit('busy')
    at(1).admit('idle')
    at(9_000).admit('busy')
    at(10_001).peek('other')
    expect(limiter.trackedKeys).toBe(1)
    expect(limiter.peek('busy').remaining).toBe(2)
  })

  it('keeps nothing of a key that is only looked at', () => {
    const { at, limiter } = start()
    expect(at(0).peek('a')).toEqual({ admitted: true, remaining: 3, resetSeconds: 10 })
    expect(limiter.trackedKeys).toBe(0)
  })

  it('I7 admits no more than the quota in any window and refuses none below it', () => {
    const { at } = start(5, 2)
    const admitted: number[] = []
    // A fixed sequence of odd steps crosses every alignment of calls and windows.
    for (let ms = 0, step = 1; ms < 200_000; step = (step * 137 + 11) % 997, ms += step) {
      const before = admitted.filter((time) => time > ms - 2_000).length
      const { admitted: isAdmitted } = at(ms).admit('a')
      expect(isAdmitted).toBe(before < 5)
      if (isAdmitted) admitted.push(ms)
    }
    expect(admitted.length).toBeGreaterThan(100)
  })

  it('D-015 never shows more seconds than the window has, whatever the clock rounds to', () => {
    const { at } = start(1_000, 60)
    for (let call = 0; call < 1_000; call++) {
      expect(at(call * 60_000.1).admit('a').resetSeconds).toBe(60)
    }
  })

  it.each([
    { quota: 0, windowSeconds: 60 },
    { quota: 1.5, windowSeconds: 60 },
    { quota: 10, windowSeconds: -1 },
    { quota: 10, windowSeconds: Number.NaN },
  ])('refuses $quota calls in $windowSeconds s at construction', (given) => {
    expect(() => createRateLimiter({ ...given, monotonicMs: () => 0 })).toThrow(TypeError)
  })
})
