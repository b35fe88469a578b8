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

const createLocation = useStores()

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
