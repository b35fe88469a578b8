import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDeadline } from '../../src/deliver/start-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a deadline', () => {
  it('is over when its time is, and not before', () => {
    const { signal } = startDeadline(1_000)
    vi.advanceTimersByTime(999)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.aborted).toBe(true)
  })

  it('is over when the one above it is, even if that was over before', () => {
    const above = new AbortController()
    const { signal } = startDeadline(1_000, above.signal)
    expect(signal.aborted).toBe(false)
    above.abort()
    expect(signal.aborted).toBe(true)
    expect(startDeadline(1_000, above.signal).signal.aborted).toBe(true)
  })

  it('leaves no timer and no listener when it is stopped', () => {
    const above = new AbortController()
    const { signal, stop } = startDeadline(1_000, above.signal)
    expect([vi.getTimerCount(), getEventListeners(above.signal, 'abort')]).toMatchObject([1, [{}]])
    stop()
    expect([vi.getTimerCount(), getEventListeners(above.signal, 'abort')]).toEqual([0, []])
    above.abort()
    expect(signal.aborted).toBe(false)
  })
})
