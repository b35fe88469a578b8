import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { triesMutants } from '@partner-platform/harness'
import { httpLimits } from '@partner-platform/http-edge'
import { until } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { describe, it, type TestContext } from 'vitest'
import type { Partner } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type Odds, openScene, type Scene, soundReport } from './open-scene.ts'
import type { SlowCalled, SlowCalling } from './slow-callers.ts'

const timeout = 300_000
/** A shorter limit than the app has, which `http-edge` tests. */
const requestTimeoutMs = 2_000
const cutLimitMs = requestTimeoutMs + httpLimits.checkIntervalMs + 2_000
const slowCallers = new URL('slow-callers.ts', import.meta.url)

const createLocation = useStores()

const open = async (context: TestContext, options?: Parameters<typeof openScene>[2]) =>
  openScene(await createLocation('postgres', context), context, options)

/** Sixty callers that never end their requests. Resolves with the result of each after the limit. */
async function openSlowOnes({ url }: Pick<Partner, 'url'>) {
  const calling: SlowCalling = { url, count: 60, limitMs: cutLimitMs }
  const thread = new Worker(slowCallers, { workerData: calling })
  await once(thread, 'message')
  return { called: once(thread, 'message').then(([called]): SlowCalled => called) }
}

/** Delivers to a receiver with slow callers. */
async function beset(context: TestContext, odds: Odds) {
  const scene = await open(context)
  const receiver = await scene.start(odds)
  const slow = await openSlowOnes(receiver)
  const load = scene.drive(receiver)
  const cut = await slow.called
  await load.stop()
  const statuses = scene.journal.entries.map(({ status }) => status)
  return { scene, receiver, ...cut, statuses, times: timesOf(scene) }
}

/** How long each delivery since a moment took, the fastest first. */
const timesOf = ({ journal: { entries } }: Scene, sinceMs = 0) =>
  entries
    .filter(({ sentMs }) => sentMs >= sinceMs)
    .map(({ sentMs, endedMs }) => (endedMs ?? Number.NaN) - sentMs)
    .sort((one, other) => one - other)

const medianOf = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? Number.NaN

/** Rotates the secret under load, as the README says: the newest secret first, the file renamed. */
async function rotate(context: TestContext, odds: Odds) {
  const [old, next] = [createSecret(), createSecret()]
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-secrets-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secrets')
  const write = (...secrets: string[]) => {
    writeFileSync(`${file}.next`, `${secrets.join('\n')}\n`)
    renameSync(`${file}.next`, file)
  }
  write(old)
  const scene = await open(context, { secretsFile: file })
  const receiver = await scene.start(odds)
  const { journal } = scene
  const more = async () => {
    const enough = journal.entries.length + 40
    await until(() => journal.entries.length >= enough, { what: 'deliveries' })
  }
  const byOld = scene.drive(receiver, { secret: old })
  await more()
  // The receiver learns the secret first; the service then signs with either for a while.
  write(next, old)
  await more()
  // Nobody can use this file, so the receiver goes on with the last good one.
  write('whsec_canary!')
  await more()
  const byNext = scene.drive(receiver, { secret: next })
  await more()
  await byOld.stop()
  write(next)
  await more()
  await byNext.stop()
  const statuses = new Set(journal.entries.map(({ status }) => status))
  const stranger = await scene.send(receiver, { secret: old })
  return { scene, receiver, statuses, stranger }
}

describe.concurrent('senders', { timeout }, () => {
  it('F12 slow senders are cut off, and other senders notice nothing', async (context) => {
    const { expect } = context
    // The same load at the same time, but no slow senders, on a machine with other work.
    const control = await open(context)
    const load = control.drive(await control.start({ requestTimeoutMs }))
    const { scene, receiver, ...seen } = await beset(context, { requestTimeoutMs })
    await load.stop()
    expect(Math.min(...seen.tookMs)).toBeGreaterThan(requestTimeoutMs - 500)
    expect(Math.max(...seen.tookMs)).toBeLessThan(cutLimitMs)
    for (const text of seen.received) expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(new Set(seen.statuses)).toEqual(new Set([202]))
    // A receiver that waits for the slow senders answers nothing in this time: eight deliveries at once.
    const { times } = seen
    expect(times.length).toBeGreaterThan(8)
    const controlTimes = timesOf(control, scene.journal.entries[0]?.sentMs)
    expect(medianOf(times)).toBeLessThan(2 * medianOf(controlTimes) + 500)
    // One that waits until a slow sender is cut off takes that much longer.
    const p99Ms = times[Math.floor(times.length * 0.99)]
    expect(p99Ms).toBeLessThan((controlTimes.at(-1) ?? 0) + requestTimeoutMs)
    expect(await scene.finish(receiver)).toMatchObject(soundReport)
  })

  if (triesMutants)
    it('F12 finds the mutant that has room for sixty callers', async (context) => {
      const mutant = 'has room for sixty callers'
      const { statuses } = await beset(context, { mutant, requestTimeoutMs })
      context.expect(statuses).toContain(null)
    })

  if (triesMutants)
    it('F12 finds the mutant that has no time limit for requests', async (context) => {
      const scene = await open(context)
      const receiver = await scene.start({ mutant: 'has no time limit for requests' })
      const { tookMs, received } = await (await openSlowOnes(receiver)).called
      context.expect(new Set(tookMs)).toEqual(new Set([Number.POSITIVE_INFINITY]))
      context.expect(new Set(received)).toEqual(new Set(['']))
    })

  it('F19 I10 D-004 rotating the file of secrets under load refuses nothing genuine', async (context) => {
    const { expect } = context
    const { scene, receiver, statuses, stranger } = await rotate(context, {})
    expect(statuses).toEqual(new Set([202]))
    expect(receiver.process.output).toContain('"event":"secrets","outcome":"unusable"')
    expect(receiver.process.output).not.toContain('canary!')
    // The rotation took effect: the old secret is no longer accepted.
    expect(stranger.reply?.status).toBe(401)
    const problems = ['1 × quarantined, though genuine']
    expect(await scene.finish(receiver)).toMatchObject({ ...soundReport, problems })
  })

  if (triesMutants)
    it('F19 finds the mutant that forgets the old secret', async (context) => {
      const { statuses } = await rotate(context, { mutant: 'forgets the old secret' })
      context.expect(statuses).toContain(401)
    })
})
