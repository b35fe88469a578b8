import { execFileSync } from 'node:child_process'
import type { StoreLocation } from '@partner-platform/database'
import { storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { describe, it, type TestContext } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, soundReport } from './open-scene.ts'
import type { Odds } from './start-odd-receiver.ts'
import { useStores } from './use-stores.ts'

const timeout = 300_000
/** A fifth of the app's grace time. The exit limit adds 5 s for a busy machine, as for the app. */
const closeGraceMs = 1_000
const exitLimitMs = closeGraceMs + 5_000
/** Enough for a load to be under way. */
const some = 50
/** Attempts that are given up while a receiver is frozen. */
const leastCut = 16
/** Deliveries at once, and so connections that are in use. */
const laneCount = 8

const createLocation = useStores()

type Place = { location: StoreLocation; context: TestContext }
type Freeze = Pick<Odds, 'mutant'> & {
  /** How long those that were given up may stay open. */
  patienceMs: number
}

/** Freezes a receiver under load and lets it go on; gives how many of those who gave up it kept. */
async function freeze({ location, context }: Place, { patienceMs, ...odds }: Freeze) {
  const { expect } = context
  const timeoutMs = 1_000
  const scene = openScene(location, context, { timeoutMs, laneCount })
  const { journal } = scene
  const receiver = await scene.startOdd(odds)
  const load = scene.drive(receiver)
  await until(() => journal.counts.acked > some, { what: 'load' })
  const known = await receiver.callers()
  expect(known).toBeGreaterThan(0)

  receiver.process.signal('SIGSTOP')
  const { pid } = receiver.process
  const state = () => String(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)]))
  await until(() => state().startsWith('T'), { what: 'the process to stand still' })
  const frozenMs = performance.now()
  const cut = () =>
    journal.entries.filter(
      ({ status, sentMs, endedMs }) => sentMs > frozenMs && endedMs !== null && status === null,
    )
  await until(() => cut().length >= leastCut, { what: 'attempts to be given up' })
  const tookMs = cut().map(({ sentMs, endedMs }) => (endedMs ?? 0) - sentMs)
  expect(Math.min(...tookMs)).toBeGreaterThan(timeoutMs - 50)
  // Late at most by what a busy machine takes to notice.
  expect(Math.max(...tookMs)).toBeLessThan(5 * timeoutMs)
  expect(journal.answered(202, frozenMs)).toEqual([])

  receiver.process.signal('SIGCONT')
  const thawedMs = performance.now()
  await until(() => journal.answered(202, thawedMs).length > some, { what: 'answers again' })
  let kept = Number.NaN
  const isLetGo = async () => {
    kept = (await receiver.callers()) - laneCount
    return kept <= 0
  }
  await until(isLetGo, { what: 'sockets to be let go', timeoutMs: patienceMs }).catch(() => {})
  await load.stop()
  return { scene, receiver, kept }
}

/** Tells a receiver to stop under load while a handler hangs, and kills it if it does not in time. */
async function stopUnderLoad({ location, context }: Place, odds: Pick<Odds, 'mutant'> = {}) {
  const { expect } = context
  const scene = openScene(location, context)
  const { journal } = scene
  const receiver = await scene.startOdd({ hangs: true, closeGraceMs, ...odds })
  const { storageKey } = await scene.send(receiver, { status: 'HANGS' })
  await until(() => receiver.begun().includes(storageKey), { what: 'the handler to hang' })
  const load = scene.drive(receiver, { pauseMs: 20 })
  await until(() => journal.counts.acked > 2 * some, { what: 'load' })
  await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
  const inFlight = journal.entries.filter(({ endedMs }) => endedMs === null)
  const lateKill = setTimeout(() => receiver.process.signal('SIGKILL'), exitLimitMs)
  const { code, tookMs } = await receiver.stop('SIGTERM')
  clearTimeout(lateKill)
  await load.stop()
  expect(inFlight.length).toBeGreaterThan(0)
  expect(receiver.effects()).not.toContain(storageKey)
  const givenBack = `"outcome":"given-back","storageKey":"${storageKey}"`
  return {
    ...{ scene, storageKey, code, isInTime: tookMs < exitLimitMs },
    statuses: inFlight.map(({ status }) => status),
    isGivenBack: receiver.process.output.includes(givenBack),
  }
}

describe.concurrent.for(storeKinds)('receivers that stop, %s', (kind) => {
  it('F4 I10 frozen: attempts end by their own timeout, and it goes on where it was', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const location = await createLocation(kind, context)
    const { scene, receiver, kept } = await freeze({ location, context }, { patienceMs: 20_000 })
    // Those that were given up are not kept.
    expect(kept).toBeLessThanOrEqual(0)
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })

  it('F5 I10 SIGTERM under load while a handler hangs: ends in time, loses nothing, gives it back', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const location = await createLocation(kind, context)
    const { scene, storageKey, statuses, ...stopped } = await stopUnderLoad({ location, context })
    expect(statuses).toEqual(statuses.map(() => 202))
    expect(stopped).toEqual({ code: 0, isInTime: true, isGivenBack: true })

    const next = await scene.startOdd()
    await untilHandled(next)
    expect(next.effects()).toContain(storageKey)
    // The try that was cut does not count.
    expect(next.process.output).toContain(`Begun ${storageKey} 1\n`)
    expect((await next.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })
})

describe.concurrent('mutants that stop', () => {
  it('F4 finds the mutant that keeps the connections of those who gave up', {
    timeout,
  }, async (context) => {
    const location = await createLocation('postgres', context)
    const odds = {
      mutant: 'keeps the connections of those who gave up',
      patienceMs: 2_000,
    } as const
    const { kept } = await freeze({ location, context }, odds)
    context.expect(kept).toBeGreaterThanOrEqual(leastCut)
  })

  it('F5 finds the mutant that drops all when it is told to stop', {
    timeout,
  }, async (context) => {
    const location = await createLocation('postgres', context)
    const odds = { mutant: 'drops all when it is told to stop' } as const
    const stopped = await stopUnderLoad({ location, context }, odds)
    context.expect(stopped).toMatchObject({ code: 0, isInTime: true, isGivenBack: false })
  })

  it('F5 finds the mutant that waits for handlers that hang', { timeout }, async (context) => {
    const location = await createLocation('postgres', context)
    const odds = { mutant: 'waits for handlers that hang' } as const
    const stopped = await stopUnderLoad({ location, context }, odds)
    context.expect(stopped).toMatchObject({ isInTime: false, isGivenBack: false })
  })
})
