import { openPatiently, type StoreKind } from '@partner-platform/database/testing'
import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type OddReceiver, type Odds, openScene, type Scene, soundReport } from './open-scene.ts'

const timeout = 300_000
const hourMs = 3_600_000
const minuteMs = 60_000
const oldestMs = constants.timestampAgeLimitSeconds * 1_000
/** A handler gets half of it. */
const shortSeconds = 4
/** No lease ends by itself, however slow the machine is. */
const longSeconds = 120

const createLocation = useStores()

/**
 * Two receivers, one of which is killed while its handler hangs with a few events. Gives the events, and
 * those that the other receiver had already taken.
 */
async function killOne(context: TestContext, { leaseSeconds = shortSeconds, ...odds }: Odds) {
  const scene = openScene(await createLocation('postgres', context), context)
  const other = await scene.start({ leaseSeconds, ...odds })
  const doomed = await scene.start({ hangs: true, leaseSeconds })
  const load = scene.drive(doomed, { pauseMs: 20 })
  const untilMore = (count: number) => {
    const enough = other.effects().length + count
    return until(() => other.effects().length > enough, { what: 'work of both' })
  }
  await untilMore(20)
  const hanging = new Set<string>()
  const held = () => doomed.begun().filter((key) => hanging.has(key))
  // Either receiver may take an event; the doomed one hangs with it.
  while (held().length < 2) {
    hanging.add((await scene.send(doomed, { status: 'HANGS' })).storageKey)
  }
  // Enough time to take the jobs of the doomed one; a mutant does so sooner or later.
  if (odds.mutant === undefined) await untilMore(20)
  else {
    const isTaken = () => held().some((key) => other.begun().includes(key))
    await until(isTaken, { what: 'a job of the other one' })
  }
  doomed.process.signal('SIGKILL')
  const left = held()
  // After half of its lease a try ends, and anyone may take the event. It also ends, however long the lease
  // is, once the doomed receiver notices that a mutant took the event.
  const isOver = (key: string) =>
    odds.mutant === undefined &&
    doomed.process.output.includes(`"outcome":"retry","storageKey":"${key}"`)
  const taken = left.filter((key) => !isOver(key) && other.begun().includes(key))
  await doomed.kill()
  await load.stop()
  return { scene, other, doomed, left, taken }
}

type Retry = { receiver: OddReceiver; atMs: number; afterMs: number }

/** How late the second try of an event succeeded. */
async function timeRetry(scene: Scene, { receiver, atMs, afterMs }: Retry): Promise<number> {
  const dueMs = performance.now() + afterMs
  const { storageKey } = await scene.send(receiver, { atMs, status: 'FAILS_ONCE' })
  const isRetried = () => receiver.effects().includes(storageKey)
  await until(isRetried, { what: 'the second try', timeoutMs: timeout })
  return performance.now() - dueMs
}

describe.concurrent('a wrong clock', { timeout }, () => {
  it.for<[string, number]>([
    ['ahead', hourMs],
    ['back', -hourMs],
  ])(
    'F8 I5 I10 one is killed; the other, its clock an hour %s, handles its events once',
    async ([, clockOffMs], context) => {
      const { expect } = context
      const { scene, other, doomed, left, taken } = await killOne(context, { clockOffMs })
      expect(left.length).toBeGreaterThan(0)
      expect(taken).toEqual([])
      await untilHandled(other)
      const effects = [...doomed.effects(), ...other.effects()]
      for (const key of left) expect(effects.filter((one) => one === key)).toHaveLength(1)
      const report = await scene.finish(other)
      expect(report).toMatchObject(soundReport)
      // An effect whose result was not stored happens again under the same key.
      expect(new Set(effects).size).toBe(report.stored)
    },
  )

  if (triesMutants)
    it('F8 finds the mutant that judges leases by its own clock', async (context) => {
      const mutant = 'judges leases by its own clock'
      const odds = { mutant, clockOffMs: hourMs, leaseSeconds: longSeconds } as const
      const { taken } = await killOne(context, odds)
      context.expect(taken.length).toBeGreaterThan(0)
    })

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
