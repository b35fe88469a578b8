import { openPatiently } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../src/index.ts'
import { audit } from '../../../src/testing/audit.ts'
import { ask } from '../../../src/testing/drive-load.ts'
import { findLeaks } from '../../../src/testing/find-leaks.ts'
import { createJournal } from '../../../src/testing/journal.ts'
import { prepareWorld } from '../../../src/testing/prepare-world.ts'
import { type Latency, runFairness } from '../../../src/testing/run-fairness.ts'
import { type Answer, startEffectReceiver } from '../../../src/testing/start-effect-receiver.ts'
import { secretsKeys, startSender } from '../../../src/testing/start-sender.ts'
import { toStoreSettings } from '../../../src/testing/to-store-settings.ts'
import { untilDrained } from '../../../src/testing/until-drained.ts'
import { startAppStore } from '../start-store.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** The soak has five times as many, and the embedded store too. */
const burstCount = 2_000
const mostMs = 1_000
/** What a busy machine does to a hundredth of one sample and not of the other. */
const noiseMs = 250

describe(`F13 one endpoint of a hundred (SEED=${seed})`, () => {
  it('that hangs, or gets very many events at once, does not slow down the others', {
    timeout: 300_000,
  }, async () => {
    const store = await startAppStore('postgres')
    onTestFinished(() => store.stop())
    const location = await store.createLocation()
    const sender = await startSender({ env: toStoreSettings(location) })
    const run = await runFairness({ sender, seed, burstCount })
    onTestFinished(() => run.receiver.close())
    const metrics = await sender.metrics()
    expect((await sender.stop()).code).toBe(0)
    const { baseline, hanging, burst } = run
    console.log(
      `F13 p99 in ms: ${baseline.p99}, one hangs ${hanging.p99}, ${burstCount} at once ${burst.p99} (sent in ${Math.round(run.burstMs)})`,
    )
    // It did hang, and it was still at it when the others had been measured.
    expect(run.hung).toBe(8)
    expect(run.burstLeft).toBeGreaterThan(0)
    const isQuick = ({ p99 }: Latency) =>
      p99 < mostMs && p99 <= 2 * baseline.p99 + noiseMs ? 'quick' : p99
    expect({ hanging: isQuick(hanging), burst: isQuick(burst) }).toEqual({
      hanging: 'quick',
      burst: 'quick',
    })
    const database = await openPatiently(() => openStore({ location, secretsKeys }))
    onTestFinished(() => database.close())
    const found = await audit({ query: database.query, ...run })
    expect(found).toMatchObject({ problems: [], lost: 0, duplicates: 0 })
    expect(findLeaks([sender.process.output, metrics])).toEqual([])
  })

  it('finds the mutant that lets one endpoint have every slot', async () => {
    const store = await startAppStore('embedded')
    onTestFinished(() => store.stop())
    const hung: ((answer: Answer) => void)[] = []
    const receiver = await startEffectReceiver({
      answer: ({ endpoint }) =>
        endpoint.startsWith('odd')
          ? new Promise((resolve) => void hung.push(resolve))
          : { status: 202 },
    })
    onTestFinished(() => receiver.close())
    const location = toStoreSettings(await store.createLocation())
    const slots = { SERVER_WORKER_SLOTS: '8', SERVER_WORKER_SLOTS_PER_ENDPOINT: '8' }
    const sender = await startSender({ env: { ...location, ...slots } })
    const { operator } = sender
    const world = { operator, receiver, partyCount: 1 }
    const [odd] = await prepareWorld({ ...world, submissionsEach: 8, prefix: 'odd-' })
    const [well] = await prepareWorld({ ...world, submissionsEach: 1 })
    const journal = createJournal()
    for (const one of odd?.submissions ?? []) await ask(operator, journal.sent(one, 'HUNG'))
    await until(() => hung.length === 8, { what: 'attempts that hang' })
    const entry = journal.sent(well?.submissions[0] ?? '', 'WAITS')
    await ask(operator, entry)
    await until(() => performance.now() - entry.sentMs > mostMs, { what: 'more than it may take' })
    expect(receiver.arrivals).toHaveLength(8)
    for (const give of hung) give({ status: 202 })
    await untilDrained({ operator, receiver })
    expect(receiver.arrivals).toHaveLength(9)
    expect((await sender.stop()).code).toBe(0)
  })
})
