import { startStore, type TestStore } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { untilHandled } from '../../src/testing/until-handled.ts'
import { openScene, soundReport } from './open-scene.ts'

const hourMs = 3_600_000
/** A handler is given half of it. */
const leaseSeconds = 4
const clocks: [says: string, clockOffMs: number][] = [
  ['right', 0],
  ['an hour ahead', hourMs],
  ['an hour back', -hourMs],
]

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
      const scene = openScene(await store.createLocation(), context)
      const other = await scene.startOdd({ clockOffMs, leaseSeconds })
      const doomed = await scene.startOdd({ hangs: true, leaseSeconds })
      const load = scene.drive(doomed)
      await until(() => other.effects().length > 20, { what: 'both to be at work' })
      const held = () => {
        const done = new Set([...doomed.effects(), ...other.begun()])
        return doomed.begun().filter((key) => !done.has(key))
      }
      // Whichever of the two is quicker takes one; those of the doomed hang.
      while (held().length < 2) await scene.send(doomed, { status: 'HANGS' })
      doomed.process.signal('SIGKILL')
      // The other had not touched them, whatever its clock says.
      const left = held()
      await doomed.kill()
      await load.stop()
      expect(left.length).toBeGreaterThan(0)

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
})
