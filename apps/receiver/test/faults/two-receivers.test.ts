import type { StoreLocation } from '@partner-platform/database'
import { startStore, type TestStore } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, soundReport } from './open-scene.ts'
import type { Odds } from './start-odd-receiver.ts'

const hourMs = 3_600_000
/** A handler is given half of it. */
const shortSeconds = 4
/** No lease ends by itself, however slow the machine. */
const longSeconds = 120
const clocks: [says: string, clockOffMs: number][] = [
  ['right', 0],
  ['an hour ahead', hourMs],
  ['an hour back', -hourMs],
]

type Place = { location: StoreLocation; context: TestContext }

/**
 * Two receivers at work, one of which is killed while its handler hangs with a few events; gives those,
 * and which of them the other one had taken before.
 */
async function killOne(
  { location, context }: Place,
  { leaseSeconds = shortSeconds, ...odds }: Odds,
) {
  const scene = openScene(location, context)
  const other = await scene.startOdd({ leaseSeconds, ...odds })
  const doomed = await scene.startOdd({ hangs: true, leaseSeconds })
  const load = scene.drive(doomed)
  const untilMore = (count: number) => {
    const enough = other.effects().length + count
    return until(() => other.effects().length > enough, { what: 'both to be at work' })
  }
  await untilMore(20)
  const hanging = new Set<string>()
  const held = () => doomed.begun().filter((key) => hanging.has(key))
  // Whichever of the two is quicker takes one; those of the doomed hang.
  while (held().length < 2) {
    hanging.add((await scene.send(doomed, { status: 'HANGS' })).storageKey)
  }
  // Long enough that one who takes what is not its own has done so.
  await untilMore(20)
  doomed.process.signal('SIGKILL')
  const left = held()
  // A try that took half of the lease is over: its event may be anybody's.
  const isOver = (key: string) =>
    doomed.process.output.includes(`"outcome":"retry","storageKey":"${key}"`)
  const taken = left.filter((key) => !isOver(key) && other.begun().includes(key))
  await doomed.kill()
  await load.stop()
  return { scene, other, doomed, left, taken }
}

describe.concurrent('two receivers on one Postgres', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore('postgres')
  })
  afterAll(() => store.stop())

  it.for(clocks)(
    'F8 I5 I10 one is killed, and the other, its clock %s, handles what it had, once',
    { timeout: 300_000 },
    async ([, clockOffMs], context) => {
      const { expect } = context
      const location = await store.createLocation()
      const killed = await killOne({ location, context }, { clockOffMs })
      const { scene, other, doomed, left, taken } = killed
      expect(left.length).toBeGreaterThan(0)
      // The other had not touched them, whatever its clock says.
      expect(taken).toEqual([])

      await untilHandled(other)
      const effects = [...doomed.effects(), ...other.effects()]
      for (const key of left) expect(effects.filter((one) => one === key)).toHaveLength(1)
      expect((await other.stop()).code).toBe(0)
      const report = await scene.report()
      expect(report).toMatchObject(soundReport)
      // What the doomed had done and not noted is done again: by its key it has one effect.
      expect(new Set(effects).size).toBe(report.stored)
    },
  )

  it.for<Odds>([
    { mutant: 'takes what another one has' },
    { mutant: 'judges leases by its own clock', clockOffMs: hourMs },
  ])('F8 finds the mutant that $mutant', { timeout: 300_000 }, async (odds, context) => {
    const location = await store.createLocation()
    const { taken } = await killOne({ location, context }, { leaseSeconds: longSeconds, ...odds })
    context.expect(taken.length).toBeGreaterThan(0)
  })
})
