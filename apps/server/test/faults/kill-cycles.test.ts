import { bundleMain } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { runKillCycles } from '../../src/testing/run-kill-cycles.ts'
import { mainFile, startSender } from '../../src/testing/start-sender.ts'
import { openStage, passLease, seed } from './open-stage.ts'

/** The soak runs thousands of cycles. Its own test runs one on the embedded store. */
const cycles = 5

it(`I1 F2 I5 a sender that is killed under load loses nothing and duplicates nothing (SEED=${seed})`, {
  timeout: 900_000,
}, async () => {
  const stage = await openStage({ onTestFinished })
  // The flights of a killed sender block until their lease ends. Fewer slots mean fewer flights.
  const env = { ...stage.env, SERVER_WORKER_SLOTS: '16' }
  const file = await bundleMain(mainFile)
  const run = await runKillCycles({
    start: () => startSender({ env, file }),
    cycles,
    seed,
    // A slow machine accepts few changes before a random moment.
    leastAcked: 6,
    // The test of `demo:processes` proves that a lease ends by itself.
    whileNobodyRuns: () => passLease(stage.url),
  })
  const { code, output, metrics } = await run.close()
  expect(code).toBe(0)

  // Each fault landed: an attempt was in flight whenever the sender was killed.
  expect(run.cycles).toHaveLength(cycles)
  expect(Math.min(...run.cycles.map(({ inFlight }) => inFlight))).toBeGreaterThan(0)
  const found = await stage.report(run)
  expect(found).toMatchObject({ problems: [], lost: 0, doubled: 0 })
  // The kills had an effect: answers were lost and attempts were repeated.
  expect(found.acked).toBeGreaterThan(5 * cycles)
  expect(found.acked).toBeLessThan(found.sent)
  expect(found.duplicates).toBeGreaterThan(0)
  expect(findLeaks([output, metrics, ...run.cycles.map((cycle) => cycle.output)])).toEqual([])
})
