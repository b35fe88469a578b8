import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeat } from '../../src/ops/repeat.ts'

describe('repeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs repeatedly, and continues after a failed run', async () => {
    let runs = 0
    const errors: unknown[] = []
    const run = async () => {
      if (++runs === 1) throw new Error('first')
    }
    const repeated = repeat(run, { everyMs: 100, onError: (error) => errors.push(error) })
    await vi.advanceTimersByTimeAsync(350)
    expect([runs, errors]).toEqual([3, [new Error('first')]])
    await repeated.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toBe(3)
  })

  it('never runs twice at once, and stop waits for the current run', async () => {
    let runs = 0
    const held = Promise.withResolvers<void>()
    const run = () => {
      runs += 1
      return held.promise
    }
    const repeated = repeat(run, { everyMs: 100, onError() {} })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toBe(1)
    let isStopped = false
    const stopping = repeated.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isStopped).toBe(false)
    held.resolve()
    await stopping
    expect([runs, isStopped]).toEqual([1, true])
  })
})
