import { startStore, storeKinds, type TestStore } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/until-handled.ts'
import { openScene } from './open-scene.ts'

const timeout = 300_000
const hourMs = 3_600_000
const minuteMs = 60_000
const oldestMs = constants.timestampAgeLimitSeconds * 1_000
const { accepted, quarantined } = constants.receiverAnswers
const jumps: [says: string, clockOffMs: number][] = [
  ['ahead', hourMs],
  ['back', -hourMs],
]

describe.concurrent.for(storeKinds)('handlers under faults, %s', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore(kind)
  })
  afterAll(() => store.stop())

  it('F15 I10 one that always throws is given up after 5 tries, and all others flow', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const scene = openScene(await store.createLocation(), context)
    const receiver = await scene.startOdd()
    const load = scene.drive(receiver)
    const poison = await scene.send(receiver, { status: 'FAILS' })
    const isSetAside = async () => (await receiver.counts().catch(() => null))?.failed === 1
    await until(isSetAside, { what: 'the poison to be set aside' })
    await load.stop()
    await untilHandled(receiver)
    const tries = receiver.begun().filter((key) => key === poison.storageKey)
    expect(tries).toHaveLength(5)
    expect(receiver.effects()).not.toContain(poison.storageKey)
    expect((await receiver.stop()).code).toBe(0)
    const { problems, lost, leaks, stored, handled } = await scene.report()
    expect({ problems, lost, leaks }).toEqual({
      ...{ problems: ['1 × stored, but not handled'], lost: 0, leaks: [] },
    })
    expect(stored).toBeGreaterThan(10)
    expect(handled).toBe(stored - 1)
  })

  it.for(jumps)(
    'F8 D-005 with a clock an hour %s: times are judged by it, retries are not',
    {
      timeout,
    },
    async ([, clockOffMs], context) => {
      const { expect, onTestFinished } = context
      const store = await startStore(kind)
      onTestFinished(() => store.stop())
      const location = await store.createLocation()
      const scene = openScene(location, context)
      const receiver = await scene.startOdd({ clockOffMs, retryDelaysMs: [300] })
      const at = Date.now() + clockOffMs
      const outcomes: [string, unknown][] = []
      const ages: [says: string, atMs: number][] = [
        ['now, by its own clock', at],
        ['a little ahead', at + 4 * minuteMs],
        ['too far ahead', at + 6 * minuteMs],
        ['nearly too old', at - oldestMs + 5 * minuteMs],
        ['too old', at - oldestMs - minuteMs],
        ['now, by the clock of the service', Date.now()],
      ]
      for (const [says, atMs] of ages) {
        const { reply } = await scene.send(receiver, { atMs })
        expect(reply?.status).toBe(accepted)
        outcomes.push([says, reply?.outcome])
      }
      expect(accepted).toBe(quarantined)
      expect(outcomes).toEqual([
        ['now, by its own clock', 'accepted'],
        ['a little ahead', 'accepted'],
        ['too far ahead', 'quarantined'],
        ['nearly too old', 'accepted'],
        ['too old', 'quarantined'],
        ['now, by the clock of the service', clockOffMs > 0 ? 'accepted' : 'quarantined'],
      ])
      const sentMs = performance.now()
      const retried = await scene.send(receiver, { atMs: at, status: 'FAILS_ONCE' })
      const isRetried = () => receiver.effects().includes(retried.storageKey)
      await until(isRetried, { what: 'the second try', timeoutMs: 10_000 })
      expect(performance.now() - sentMs).toBeGreaterThan(300)
      await untilHandled(receiver)
      expect((await receiver.stop()).code).toBe(0)
      const { leaks, lost } = await scene.report()
      expect(leaks).toEqual([])
      const database = await openStore({ location })
      const kept = await database
        .query<{ code: string }>('select code from quarantine order by id')
        .finally(() => database.close())
      // What was quarantined is all that is not among the events.
      expect(lost).toBe(kept.length)
      expect(kept.map(({ code }) => code)).toEqual([
        ...['timestamp-in-future', 'timestamp-too-old'],
        ...(clockOffMs > 0 ? [] : ['timestamp-in-future']),
      ])
    },
  )
})
