import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { describe, it, type TestContext } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type Odds, openScene, soundReport } from './open-scene.ts'

const timeout = 300_000
const hourMs = 3_600_000
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

describe.concurrent('a wrong clock', { timeout }, () => {
  // `database` tests a clock that is set back: it does not extend a lease. The store's clock times retries.
  it('F8 I5 I10 a receiver is killed; one whose clock is an hour ahead handles its events once', async (context) => {
    const { expect } = context
    const { scene, other, doomed, left, taken } = await killOne(context, { clockOffMs: hourMs })
    expect(left.length).toBeGreaterThan(0)
    expect(taken).toEqual([])
    await untilHandled(other)
    const effects = [...doomed.effects(), ...other.effects()]
    for (const key of left) expect(effects.filter((one) => one === key)).toHaveLength(1)
    const report = await scene.finish(other)
    expect(report).toMatchObject(soundReport)
    // An effect whose result was not stored happens again under the same key.
    expect(new Set(effects).size).toBe(report.stored)
  })

  if (triesMutants)
    it('F8 finds the mutant that judges leases by its own clock', async (context) => {
      const mutant = 'judges leases by its own clock'
      const odds = { mutant, clockOffMs: hourMs, leaseSeconds: longSeconds } as const
      const { taken } = await killOne(context, odds)
      context.expect(taken.length).toBeGreaterThan(0)
    })
})
