import { expect, it } from 'vitest'
import { sleep } from '../src/sleep.ts'
import { systemTime } from '../src/time.ts'
import { FakeTime, heldMs } from './fake-time.ts'

it('is true once the time has passed', async () => {
  const time = new FakeTime()
  expect(await sleep(5, { time, signal: new AbortController().signal })).toBe(true)
  expect(time.delaysMs).toEqual([5])
})

it('is true without a signal, on the real clock', async () => {
  const startMs = systemTime.nowMs()
  expect(await sleep(2, { time: systemTime, signal: undefined })).toBe(true)
  expect(systemTime.nowMs() - startMs).toBeGreaterThanOrEqual(1)
})

it('is false as soon as the signal aborts, and leaves no timer', async () => {
  const time = new FakeTime()
  const controller = new AbortController()
  const slept = sleep(heldMs, { time, signal: controller.signal })
  expect(time.pending.size).toBe(1)
  controller.abort()
  expect(await slept).toBe(false)
  expect(time.pending.size).toBe(0)
})

it('starts no timer for a signal that has aborted', async () => {
  const time = new FakeTime()
  expect(await sleep(heldMs, { time, signal: AbortSignal.abort() })).toBe(false)
  expect(time.pending.size).toBe(0)
})
