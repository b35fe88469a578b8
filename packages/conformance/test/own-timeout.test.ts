import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { setOwnTimeout } from '../src/http/exchange.ts'

/** Resolves when the time is over. */
const own = (durationMs: number) =>
  new Promise<string>((resolve) => void setOwnTimeout(() => resolve('over'), durationMs))

it('a timeout of the own time is over in time, and not before', async () => {
  const startedMs = performance.now()
  await own(120)
  // Timers count whole milliseconds.
  expect(performance.now() - startedMs).toBeGreaterThan(116)
})

it('a timeout of the own time does not count while the process stands still', async () => {
  let isOver = false
  const cancel = setOwnTimeout(() => {
    isOver = true
  }, 250)
  const soon = own(200)
  // As a process does that gets no processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise(setImmediate)
  expect(await Promise.race([soon, pause(20, 'not yet')])).toBe('not yet')
  cancel()
  await soon
  await pause(60)
  expect(isOver).toBe(false)
})
