import type { StoreLocation } from '@partner-platform/database'
import { openPatiently, type StoreKind } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { type OddReceiver, type Odds, openScene, type Scene } from './open-scene.ts'
import { useStores } from './use-stores.ts'

const timeout = 300_000
const hourMs = 3_600_000
const minuteMs = 60_000
const mostTries = 5
const oldestMs = constants.timestampAgeLimitSeconds * 1_000

const createLocation = useStores()

/** An event whose handler always throws, among others, until it is set aside or had too many tries. */
async function poison(location: StoreLocation, context: TestContext, odds?: Odds) {
  const scene = openScene(location, context)
  const receiver = await scene.start(odds)
  const load = scene.drive(receiver)
  const { storageKey } = await scene.send(receiver, { status: 'FAILS' })
  const tries = () => receiver.begun().filter((key) => key === storageKey).length
  const isSetAside = async () => (await receiver.counts().catch(() => null))?.failed === 1
  await until(async () => tries() > mostTries || (await isSetAside()), { what: 'the last try' })
  await load.stop()
  return { scene, receiver, storageKey, tries: tries(), isSetAside: await isSetAside() }
}

type Retry = { receiver: OddReceiver; atMs: number; afterMs: number }

/** How late the second try of an event succeeded. */
async function timeRetry(scene: Scene, { receiver, atMs, afterMs }: Retry): Promise<number> {
  const dueMs = performance.now() + afterMs
  const { storageKey } = await scene.send(receiver, { atMs, status: 'FAILS_ONCE' })
  const isRetried = () => receiver.effects().includes(storageKey)
  await until(isRetried, { what: 'the second try', timeoutMs: afterMs + 30_000 })
  return performance.now() - dueMs
}

describe.concurrent('handlers', () => {
  it.for<[StoreKind, string, number]>([
    ['embedded', 'ahead', hourMs],
    ['postgres', 'back', -hourMs],
  ])(
    'F8 D-005 %s, the clock an hour %s: it decides about ages, not about retries',
    {
      timeout,
    },
    async ([kind, , clockOffMs], context) => {
      const { expect } = context
      const location = await createLocation(kind, context)
      const scene = openScene(location, context)
      const afterMs = 300
      const receiver = await scene.start({ clockOffMs, retryDelaysMs: [afterMs] })
      const at = Date.now() + clockOffMs
      const last = clockOffMs > 0 ? 'accepted' : 'quarantined'
      const ages: [says: string, atMs: number, outcome: string][] = [
        ['now, by its own clock', at, 'accepted'],
        ['a little ahead', at + 4 * minuteMs, 'accepted'],
        ['too far ahead', at + 6 * minuteMs, 'quarantined'],
        ['nearly too old', at - oldestMs + 5 * minuteMs, 'accepted'],
        ['too old', at - oldestMs - minuteMs, 'quarantined'],
        ['now, by the clock of the service', Date.now(), last],
      ]
      for (const [says, atMs, outcome] of ages) {
        const { reply } = await scene.send(receiver, { atMs })
        expect([says, reply]).toEqual([says, { status: 202, retryAfter: null, outcome }])
      }
      expect(await timeRetry(scene, { receiver, atMs: at, afterMs })).toBeGreaterThan(0)
      await untilHandled(receiver)
      expect((await receiver.stop()).code).toBe(0)
      const { leaks, lost } = await scene.report()
      const database = await openPatiently(() => openStore({ location }))
      const kept = await database
        .query<{ code: string }>('select code from quarantine order by id')
        .finally(() => database.close())
      // Only what is in quarantine is not among the events.
      expect([leaks, lost]).toEqual([[], kept.length])
      expect(kept.map(({ code }) => code)).toEqual([
        ...['timestamp-in-future', 'timestamp-too-old'],
        ...(clockOffMs > 0 ? [] : ['timestamp-in-future']),
      ])
    },
  )

  it('F15 I10 one that always throws gets 5 tries, and all others succeed', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const location = await createLocation('postgres', context)
    const { scene, receiver, storageKey, ...seen } = await poison(location, context)
    await untilHandled(receiver)
    expect(seen).toEqual({ isSetAside: true, tries: mostTries })
    expect(receiver.effects()).not.toContain(storageKey)
    expect((await receiver.stop()).code).toBe(0)
    const report = await scene.report()
    const problems = ['1 × stored, but not handled']
    expect(report).toMatchObject({ problems, lost: 0, leaks: [], handled: report.stored - 1 })
    expect(report.stored).toBeGreaterThan(10)
  })

  it.for<[NonNullable<Odds['mutant']>, boolean, number]>([
    ['tries forever', false, mostTries + 1],
    ['gives up after the first try', true, 1],
  ])('F15 finds the mutant that %s', { timeout }, async ([mutant, isSetAside, tries], context) => {
    const location = await createLocation('postgres', context)
    const found = await poison(location, context, { mutant })
    context.expect(found.isSetAside).toBe(isSetAside)
    context.expect(Math.min(found.tries, mostTries + 1)).toBe(tries)
  })

  it('F8 finds the mutant that times retries by its own clock', { timeout }, async (context) => {
    const scene = openScene(await createLocation('postgres', context), context)
    const [clockOffMs, afterMs] = [-hourMs, 20_000]
    const mutant = 'times retries by its own clock'
    const receiver = await scene.start({ mutant, clockOffMs, retryDelaysMs: [afterMs] })
    const atMs = Date.now() + clockOffMs
    context.expect(await timeRetry(scene, { receiver, atMs, afterMs })).toBeLessThan(0)
  })
})
