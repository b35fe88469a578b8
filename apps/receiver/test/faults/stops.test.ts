import { execFileSync } from 'node:child_process'
import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { describe, it, type TestContext } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type Odds, openScene, soundReport } from './open-scene.ts'

const timeout = 300_000
const closeGraceMs = 1_000
/** The grace time, and what a slow machine adds. */
const exitLimitMs = closeGraceMs + 5_000
/** Attempts that end while a receiver is frozen. */
const leastCut = 16
const laneCount = 8

const createLocation = useStores()

/** Freezes a receiver under load and thaws it; counts the abandoned connections that it keeps. */
async function freeze(context: TestContext, patienceMs: number, odds?: Odds) {
  const { expect } = context
  const timeoutMs = 1_000
  const location = await createLocation('postgres', context)
  const scene = openScene(location, context, { timeoutMs, laneCount })
  const { journal } = scene
  const receiver = await scene.start(odds)
  const load = scene.drive(receiver)
  await until(() => journal.counts.acked > 20, { what: 'load' })

  receiver.process.signal('SIGSTOP')
  const { pid } = receiver.process
  const state = () => String(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)]))
  await until(() => state().startsWith('T'), { what: 'the process to freeze' })
  const frozenMs = performance.now()
  const cut = () =>
    journal.entries.flatMap(({ status, sentMs, endedMs }) =>
      sentMs > frozenMs && endedMs !== null && status === null ? endedMs - sentMs : [],
    )
  await until(() => cut().length >= leastCut, { what: 'attempts to end' })
  expect(Math.min(...cut())).toBeGreaterThan(timeoutMs - 50)
  // A slow machine may notice late.
  expect(Math.max(...cut())).toBeLessThan(5 * timeoutMs)
  expect(journal.answered(202, frozenMs)).toEqual([])

  receiver.process.signal('SIGCONT')
  const thawedMs = performance.now()
  await until(() => journal.answered(202, thawedMs).length > 20, { what: 'answers' })
  let kept = Number.NaN
  const isFree = async () => {
    kept = (await receiver.callers()) - laneCount
    return kept <= 0
  }
  await until(isFree, { what: 'sockets to close', timeoutMs: patienceMs }).catch(() => {})
  await load.stop()
  return { scene, receiver, kept }
}

/** Sends SIGTERM under load while a handler hangs, and SIGKILL if the receiver does not stop in time. */
async function stopUnderLoad(context: TestContext, odds?: Odds) {
  const { expect } = context
  const scene = openScene(await createLocation('postgres', context), context)
  const { journal } = scene
  const receiver = await scene.start({ hangs: true, closeGraceMs, ...odds })
  const { storageKey } = await scene.send(receiver, { status: 'HANGS' })
  await until(() => receiver.begun().includes(storageKey), { what: 'the handler to hang' })
  const load = scene.drive(receiver)
  await until(() => journal.counts.acked > 20, { what: 'load' })
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
    scene,
    storageKey,
    code,
    isInTime: tookMs < exitLimitMs,
    isAnswered: inFlight.every(({ status }) => status === 202),
    isGivenBack: receiver.process.output.includes(givenBack),
  }
}

describe.concurrent('receivers', { timeout }, () => {
  it('F4 I10 frozen: attempts end by their own timeout, and it continues afterwards', async (context) => {
    const { expect } = context
    const { scene, receiver, kept } = await freeze(context, 20_000)
    expect(kept).toBeLessThanOrEqual(0)
    expect(await scene.finish(receiver)).toMatchObject(soundReport)
  })

  if (triesMutants)
    it('F4 finds the mutant that keeps abandoned connections', async (context) => {
      const { kept } = await freeze(context, 2_000, { mutant: 'keeps abandoned connections' })
      context.expect(kept).toBeGreaterThanOrEqual(leastCut)
    })

  it('F5 I10 SIGTERM while a handler hangs: stops in time and loses nothing', async (context) => {
    const { expect } = context
    const { scene, storageKey, ...stopped } = await stopUnderLoad(context)
    expect(stopped).toEqual({ code: 0, isInTime: true, isAnswered: true, isGivenBack: true })
    const next = await scene.start()
    await untilHandled(next)
    expect(next.effects()).toContain(storageKey)
    // The interrupted try does not count.
    expect(next.process.output).toContain(`Begun ${storageKey} 1\n`)
    expect(await scene.finish(next)).toMatchObject(soundReport)
  })

  if (triesMutants)
    it.for<[NonNullable<Odds['mutant']>, boolean]>([
      ['drops everything on SIGTERM', true],
      ['waits for handlers that hang', false],
    ])('F5 finds the mutant that %s', async ([mutant, isInTime], context) => {
      const stopped = await stopUnderLoad(context, { mutant })
      context.expect(stopped).toMatchObject({ isInTime, isGivenBack: false })
    })
})
