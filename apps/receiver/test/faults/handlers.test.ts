import type { StoreLocation } from '@partner-platform/database'
import { openPatiently, storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, type Scene } from './open-scene.ts'
import type { OddReceiver, Odds } from './start-odd-receiver.ts'
import { useStores } from './use-stores.ts'

const timeout = 300_000
const hourMs = 3_600_000
const minuteMs = 60_000
const mostTries = 5
const oldestMs = constants.timestampAgeLimitSeconds * 1_000
const { accepted, quarantined } = constants.receiverAnswers
const jumps: [says: string, clockOffMs: number][] = [
  ['ahead', hourMs],
  ['back', -hourMs],
]

const createLocation = useStores()

type Place = { location: StoreLocation; context: TestContext }

/** An event whose handler always throws, among others; ends when it is set aside, or has had too many tries. */
async function poison({ location, context }: Place, odds?: Odds) {
  const scene = openScene(location, context)
  const receiver = await scene.startOdd(odds)
  const load = scene.drive(receiver)
  const { storageKey } = await scene.send(receiver, { status: 'FAILS' })
  const tries = () => receiver.begun().filter((key) => key === storageKey).length
  const isSetAside = async () => (await receiver.counts().catch(() => null))?.failed === 1
  await until(async () => tries() > mostTries || (await isSetAside()), { what: 'the last try' })
  await load.stop()
  return { scene, receiver, storageKey, tries, isSetAside: await isSetAside() }
}

type Retry = { receiver: OddReceiver; atMs: number; afterMs: number }

/** How much later than it was due the second try of an event went well. */
async function timeRetry(scene: Scene, { receiver, atMs, afterMs }: Retry): Promise<number> {
  const dueMs = performance.now() + afterMs
  const { storageKey } = await scene.send(receiver, { atMs, status: 'FAILS_ONCE' })
  const isRetried = () => receiver.effects().includes(storageKey)
  await until(isRetried, { what: 'the second try', timeoutMs: 10_000 })
  return performance.now() - dueMs
}

describe.concurrent.for(storeKinds)('handlers under faults, %s', (kind) => {
  it.for(jumps)(
    'F8 D-005 with a clock an hour %s: times are judged by it, retries are not',
    {
      timeout,
    },
    async ([, clockOffMs], context) => {
      const { expect } = context
      const location = await createLocation(kind, context)
      const scene = openScene(location, context)
      const afterMs = 300
      const receiver = await scene.startOdd({ clockOffMs, retryDelaysMs: [afterMs] })
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
      expect(await timeRetry(scene, { receiver, atMs: at, afterMs })).toBeGreaterThan(0)
      await untilHandled(receiver)
      expect((await receiver.stop()).code).toBe(0)
      const { leaks, lost } = await scene.report()
      expect(leaks).toEqual([])
      const database = await openPatiently(() => openStore({ location }))
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

describe.concurrent('a handler that fails', () => {
  it('F15 I10 one that always throws is given up after 5 tries, and all others flow', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const location = await createLocation('postgres', context)
    const { scene, receiver, storageKey, tries, isSetAside } = await poison({ location, context })
    await untilHandled(receiver)
    expect([isSetAside, tries()]).toEqual([true, mostTries])
    expect(receiver.effects()).not.toContain(storageKey)
    expect((await receiver.stop()).code).toBe(0)
    const { problems, lost, leaks, stored, handled } = await scene.report()
    expect({ problems, lost, leaks }).toEqual({
      ...{ problems: ['1 × stored, but not handled'], lost: 0, leaks: [] },
    })
    expect(stored).toBeGreaterThan(10)
    expect(handled).toBe(stored - 1)
  })
})

describe.concurrent('mutants with handlers under faults', () => {
  // An embedded one has the clock of the receiver.
  const kind = 'postgres'

  it('F15 finds the mutant that tries for ever', { timeout }, async (context) => {
    const location = await createLocation(kind, context)
    const found = await poison({ location, context }, { mutant: 'tries for ever' })
    context.expect(found.tries()).toBeGreaterThan(mostTries)
    context.expect(found.isSetAside).toBe(false)
  })

  it('F15 finds the mutant that gives up after the first try', { timeout }, async (context) => {
    const location = await createLocation(kind, context)
    const found = await poison({ location, context }, { mutant: 'gives up after the first try' })
    context.expect([found.isSetAside, found.tries()]).toEqual([true, 1])
  })

  it('F8 finds the mutant that times retries by its own clock', { timeout }, async (context) => {
    const scene = openScene(await createLocation(kind, context), context)
    const [clockOffMs, afterMs] = [-hourMs, 20_000]
    const receiver = await scene.startOdd({
      ...{ mutant: 'times retries by its own clock', clockOffMs, retryDelaysMs: [afterMs] },
    })
    const atMs = Date.now() + clockOffMs
    context.expect(await timeRetry(scene, { receiver, atMs, afterMs })).toBeLessThan(0)
  })
})
