import { startStore } from '@partner-platform/database/testing'
import { expect, it, onTestFinished } from 'vitest'
import { type DriftOptions, runDrift } from '../../src/soak/run-drift.ts'
import { judgeDrift } from '../../src/soak/soak-drift.ts'

async function drift(options: Partial<DriftOptions> = {}) {
  const store = await startStore('embedded')
  onTestFinished(() => store.stop())
  const stores = { sender: await store.createLocation(), receiver: await store.createLocation() }
  // As few as tell the mutant from the real thing.
  return runDrift({ stores, events: 30, segments: 6, ...options })
}

it('F30 what sender and receiver hold levels off while months pass', {
  timeout: 300_000,
}, async () => {
  const samples = await drift()
  expect(judgeDrift(samples, ['rows'])).toEqual([])
})

it('F30 finds the mutant that forgets nothing', { timeout: 300_000 }, async () => {
  const samples = await drift({ clearAway: async () => {} })
  expect(judgeDrift(samples, ['rows'])).toHaveLength(1)
})
