import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { setOwnTimeout } from '../src/http/exchange.ts'

/** The process stands still, as one does that gets no processor. */
function standStill(durationMs: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}

describe('a timeout of the own time', () => {
  it.each([10, 50, 120])('is over after %i ms, and not before', async (durationMs) => {
    const startedMs = performance.now()
    await new Promise<void>((resolve) => void setOwnTimeout(resolve, durationMs))
    // Timers count whole milliseconds.
    expect(performance.now() - startedMs).toBeGreaterThan(durationMs - 4)
  })

  it('does not count time in which the process is stopped', async () => {
    let isOver = false
    const cancel = setOwnTimeout(() => {
      isOver = true
    }, 60_000)
    const startedMs = performance.now()
    const soon = new Promise<void>((resolve) => void setOwnTimeout(resolve, 200))
    standStill(400)
    await new Promise(setImmediate)
    const left = await Promise.race([soon.then(() => 'over'), pause(20).then(() => 'not yet')])
    expect(left).toBe('not yet')
    await soon
    expect(performance.now() - startedMs).toBeGreaterThan(500)
    expect(isOver).toBe(false)
    cancel()
  })

  it('does nothing once it is cancelled', async () => {
    let isOver = false
    const cancel = setOwnTimeout(() => {
      isOver = true
    }, 20)
    cancel()
    await pause(60)
    expect(isOver).toBe(false)
  })
})
