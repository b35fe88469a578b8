import { describe, expect, it, onTestFinished } from 'vitest'
import { findLeaks } from '../../../src/testing/find-leaks.ts'
import { type Latency, runFairness } from '../../../src/testing/run-fairness.ts'
import { startSender } from '../../../src/testing/start-sender.ts'
import { openStage, seed } from '../open-stage.ts'

/** The soak has 10,000, and also runs on the embedded store. */
const burstCount = 1_000
const mostMs = 1_000
/** Tolerance for noise from a busy machine. */
const noiseMs = 250

describe(`F13 one endpoint of a hundred (SEED=${seed})`, () => {
  it('that hangs, or gets a large burst of events, does not slow down the others', {
    timeout: 300_000,
  }, async () => {
    const { env, report } = await openStage({ onTestFinished })
    const sender = await startSender({ env })
    const run = await runFairness({ sender, seed, burstCount, sampleCount: 150 })
    onTestFinished(() => run.receiver.close())
    const metrics = await sender.metrics()
    expect((await sender.stop()).code).toBe(0)
    const { baseline, hanging, burst } = run
    console.log(
      `F13 p99 in ms: ${baseline.p99}, one hangs ${hanging.p99}, ${burstCount} at once ${burst.p99} (sent in ${Math.round(run.burstMs)})`,
    )
    // The faults landed: it hung, and its burst outlasted the measurement.
    expect(run.hung).toBe(8)
    expect(run.burstLeft).toBeGreaterThan(0)
    const isQuick = ({ p99 }: Latency) =>
      p99 < mostMs && p99 <= 2 * baseline.p99 + noiseMs ? 'quick' : p99
    expect({ hanging: isQuick(hanging), burst: isQuick(burst) }).toEqual({
      hanging: 'quick',
      burst: 'quick',
    })
    expect(await report(run)).toMatchObject({ problems: [], lost: 0, duplicates: 0 })
    expect(findLeaks([sender.process.output, metrics])).toEqual([])
  })
})
