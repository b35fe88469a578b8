import { openPatiently, type StoreKind } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type OddReceiver, openScene, type Scene } from './open-scene.ts'

const timeout = 300_000
const hourMs = 3_600_000
const minuteMs = 60_000
const oldestMs = constants.timestampAgeLimitSeconds * 1_000

const createLocation = useStores()

type Retry = { receiver: OddReceiver; atMs: number; afterMs: number }

/** How late the second try of an event succeeded. */
async function timeRetry(scene: Scene, { receiver, atMs, afterMs }: Retry): Promise<number> {
  const dueMs = performance.now() + afterMs
  const { storageKey } = await scene.send(receiver, { atMs, status: 'FAILS_ONCE' })
  const isRetried = () => receiver.effects().includes(storageKey)
  await until(isRetried, { what: 'the second try', timeoutMs: timeout })
  return performance.now() - dueMs
}

describe.concurrent('handlers', { timeout }, () => {
  it.for<[StoreKind, string, number]>([
    ['embedded', 'ahead', hourMs],
    ['postgres', 'back', -hourMs],
  ])(
    'F8 D-005 %s, the clock an hour %s: it affects ages, but not retries',
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
      // All deliveries that are not in quarantine are events.
      expect([leaks, lost]).toEqual([[], kept.length])
      expect(kept.map(({ code }) => code)).toEqual([
        ...['timestamp-in-future', 'timestamp-too-old'],
        ...(clockOffMs > 0 ? [] : ['timestamp-in-future']),
      ])
    },
  )

  it('F8 finds the mutant that times retries by its own clock', async (context) => {
    const scene = openScene(await createLocation('postgres', context), context)
    // Longer than this test may take: a second try within it is too early.
    const [clockOffMs, afterMs] = [-hourMs, hourMs / 2]
    const mutant = 'times retries by its own clock'
    const receiver = await scene.start({ mutant, clockOffMs, retryDelaysMs: [afterMs] })
    const atMs = Date.now() + clockOffMs
    context.expect(await timeRetry(scene, { receiver, atMs, afterMs })).toBeLessThan(0)
  })
})
