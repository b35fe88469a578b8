import { execFileSync } from 'node:child_process'
import { startStore, storeKinds, type TestStore } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { untilHandled } from '../../src/testing/until-handled.ts'
import { openScene, soundReport } from './open-scene.ts'

const timeout = 300_000
const exitLimitMs = 10_000
/** Enough for a load to be under way. */
const some = 50

describe.concurrent.for(storeKinds)('receivers that stop, %s', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore(kind)
  })
  afterAll(() => store.stop())

  it('F4 I10 frozen: attempts end by their own timeout, and it goes on where it was', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const timeoutMs = 1_000
    const scene = openScene(await store.createLocation(), context, { timeoutMs })
    const { journal } = scene
    const receiver = await scene.startOdd()
    const load = scene.drive(receiver)
    await until(() => journal.counts.acked > some, { what: 'load' })
    const quietSockets = await receiver.openSockets()

    receiver.process.signal('SIGSTOP')
    const { pid } = receiver.process
    const state = () => String(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)]))
    await until(() => state().startsWith('T'), { what: 'the process to stand still' })
    const frozenMs = performance.now()
    const cut = () =>
      journal.entries.filter(
        ({ status, sentMs, endedMs }) => sentMs > frozenMs && endedMs !== null && status === null,
      )
    await until(() => cut().length >= 16, { what: 'attempts to be given up' })
    const tookMs = cut().map(({ sentMs, endedMs }) => (endedMs ?? 0) - sentMs)
    expect(Math.min(...tookMs)).toBeGreaterThan(timeoutMs - 50)
    expect(Math.max(...tookMs)).toBeLessThan(2 * timeoutMs)
    expect(journal.answered(202, frozenMs)).toEqual([])

    receiver.process.signal('SIGCONT')
    const thawedMs = performance.now()
    await until(() => journal.answered(202, thawedMs).length > some, { what: 'answers again' })
    // Those that were given up are not kept.
    await until(async () => (await receiver.openSockets()) <= quietSockets, {
      ...{ what: 'sockets to be let go', timeoutMs: 20_000 },
    })
    await load.stop()
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })

  it('F5 I10 SIGTERM under load while a handler hangs: ends in time, loses nothing, gives it back', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const scene = openScene(await store.createLocation(), context)
    const { journal } = scene
    const receiver = await scene.startOdd({ hangs: true })
    const { storageKey } = await scene.send(receiver, { status: 'HANGS' })
    await until(() => receiver.begun().includes(storageKey), { what: 'the handler to hang' })
    const load = scene.drive(receiver, { pauseMs: 20 })
    await until(() => journal.counts.acked > 2 * some, { what: 'load' })
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const inFlight = journal.entries.filter(({ endedMs }) => endedMs === null)
    const { code, tookMs } = await receiver.stop('SIGTERM')
    await load.stop()
    expect(inFlight.length).toBeGreaterThan(0)
    expect(inFlight.map(({ status }) => status)).toEqual(inFlight.map(() => 202))
    expect([code, tookMs < exitLimitMs ? 'in time' : tookMs]).toEqual([0, 'in time'])
    expect(receiver.effects()).not.toContain(storageKey)
    expect(receiver.process.output).toContain(`"outcome":"given-back","storageKey":"${storageKey}"`)

    const next = await scene.startOdd()
    await untilHandled(next)
    expect(next.effects()).toContain(storageKey)
    // The try that was cut does not count.
    expect(next.process.output).toContain(`Begun ${storageKey} 1\n`)
    expect((await next.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })
})
