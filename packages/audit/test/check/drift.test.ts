import { startStore } from '@partner-platform/database/testing'
import { sweep } from '@partner-platform/server/testing'
import { expect, it, onTestFinished } from 'vitest'
import { runDrift } from '../../src/soak/run-drift.ts'
import { judgeDrift } from '../../src/soak/soak-drift.ts'

it('F30 the rows of sender and receiver level off over months, and grow once nothing is deleted', {
  timeout: 300_000,
}, async () => {
  const store = await startStore('embedded')
  onTestFinished(() => store.stop())
  const stores = { sender: await store.createLocation(), receiver: await store.createLocation() }
  let segment = 0
  const samples = await runDrift({
    stores,
    // The fewest that tell the mutant from the real code.
    events: 45,
    segments: 9,
    async clearAway(options) {
      segment += 1
      if (segment <= 6) await sweep(options)
    },
  })
  expect(judgeDrift(samples.slice(0, 6), ['rows'])).toEqual([])
  expect(judgeDrift(samples, ['rows'])).toHaveLength(1)
})
