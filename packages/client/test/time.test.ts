import { expect, it } from 'vitest'
import { systemTime } from '../src/time.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

it('the real timer calls back once its time has come', async () => {
  await new Promise<void>((resolve) => systemTime.after(1, resolve))
  expect(Math.abs(systemTime.nowMs() - Date.now())).toBeLessThan(1000)
})

it('the real timer is gone once it is cancelled', () => {
  const before = timers()
  const cancel = systemTime.after(60_000, () => {})
  expect(timers()).toBe(before + 1)
  cancel()
  expect(timers()).toBe(before)
})

it('the real dice stay between 0 and 1', () => {
  const throws = Array.from({ length: 100 }, () => systemTime.random())
  expect(throws.every((thrown) => thrown >= 0 && thrown < 1)).toBe(true)
  expect(new Set(throws).size).toBeGreaterThan(90)
})
