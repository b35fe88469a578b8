import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { TestStore } from '../../../src/testing/index.ts'
import { openTestDatabase } from '../../open-test-database.ts'

const hourMs = 3_600_000

export function describeClocks(use: () => TestStore): void {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('back by an hour does not keep a silent worker its job for as long', async () => {
    const location = await use().createLocation()
    const database = await openTestDatabase(location, { superviseSeconds: 1 })
    const id = await database.jobs.send('work', {})
    expect(await database.jobs.fetch('work')).toMatchObject([{ id }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs })
    const started = performance.now()
    while ((await database.jobs.fetch('work')).length === 0) {
      expect(performance.now() - started).toBeLessThan(20_000)
      await delay(50)
    }
    await database.close()
  })
}
