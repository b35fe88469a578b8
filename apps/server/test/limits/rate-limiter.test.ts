import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'

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
  it('F16 forgets a key when its last call leaves the window, up to 1,000 in one call', () => {
    const { at, limiter } = start()
    for (let key = 0; key < 10_000; key++) at(key).admit(`key ${key}`)
    expect(limiter.trackedKeys).toBe(10_000)
    at(19_999).admit('another')
    expect(limiter.trackedKeys).toBe(9_001)
    for (let call = 0; call < 10; call++) at(19_999).peek('another')
    expect(limiter.trackedKeys).toBe(1)
  })

  it('F16 forgets a key behind one that called again', () => {
    const { at, limiter } = start()
    at(0).admit('again')
    at(1).admit('idle')
    at(9_000).admit('again')
    at(10_002).peek('again')
    expect(limiter.trackedKeys).toBe(1)
  })

  it('counts calls at a cost that does not grow with the quota', () => {
    const { at } = start(100_000, 1)
    const calls = 400_000
    let refused = 0
    // Twice as many calls as the quota allows. Once it is reached, one call expires with each new one. If
    // the log were copied on every call, this test would time out.
    for (let call = 0; call < calls; call++) {
      if (!at(call / 200).admit('a').admitted) refused += 1
    }
    expect(refused).toBe(calls / 2)
    expect(at(calls).peek('a').remaining).toBe(100_000)
  })

  it('stores nothing for a key that is only peeked at', () => {
    const { at, limiter } = start()
    expect(at(0).peek('a')).toEqual({ admitted: true, remaining: 3, resetSeconds: 10 })
    expect(limiter.trackedKeys).toBe(0)
  })

  it('D-015 never shows more seconds than the window has, despite rounding', () => {
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
