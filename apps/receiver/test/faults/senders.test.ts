import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { httpLimits } from '@partner-platform/http-edge'
import { until } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { describe, it, type TestContext } from 'vitest'
import { type Partner, untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, type Scene, soundReport } from './open-scene.ts'
import type { SlowCalled, SlowCalling } from './slow-callers.ts'
import type { Odds } from './start-odd-receiver.ts'
import { createEmbedded } from './use-stores.ts'

const timeout = 300_000

async function openEmbedded(context: TestContext, options?: Parameters<typeof openScene>[2]) {
  return openScene(await createEmbedded(context), context, options)
}

const { requestTimeoutMs: slowLimitMs, checkIntervalMs } = httpLimits
const cutLimitMs = slowLimitMs + checkIntervalMs + 2_000
const slowCount = 60
const slowCallers = new URL('slow-callers.ts', import.meta.url)

/** Sixty callers that never end their requests; gives what came of each when all are cut, or should be. */
async function openSlowOnes({ url }: Pick<Partner, 'url'>) {
  const calling: SlowCalling = { url, count: slowCount, limitMs: cutLimitMs }
  const thread = new Worker(slowCallers, { workerData: calling })
  await once(thread, 'message')
  return { called: once(thread, 'message').then(([called]): SlowCalled => called) }
}

const pauseMs = 50

/** Delivers to a receiver that has slow callers, and to one that has none. */
async function beset(context: TestContext, odds: Odds) {
  const [scene, control] = [await openEmbedded(context), await openEmbedded(context)]
  const [receiver, unbeset] = [await scene.startOdd(odds), await control.startOdd(odds)]
  const slow = await openSlowOnes(receiver)
  const loads = [scene.drive(receiver, { pauseMs }), control.drive(unbeset, { pauseMs })]
  const cut = await slow.called
  await Promise.all(loads.map((load) => load.stop()))
  const statuses = scene.journal.entries.map(({ status }) => status)
  return { scene, receiver, ...cut, statuses, p99Ms: p99Of(scene), controlMs: p99Of(control) }
}

function p99Of({ journal: { entries } }: Scene) {
  const times = entries.map(({ sentMs, endedMs }) => (endedMs ?? Number.NaN) - sentMs)
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** The newest secret first, in one step, as the README says. */
function writeSecrets(file: string, ...secrets: string[]) {
  writeFileSync(`${file}.next`, `${secrets.join('\n')}\n`)
  renameSync(`${file}.next`, file)
}

/** Rotates the secret under load as the service and its partner do; gives what was refused. */
async function rotate(context: TestContext, odds: Odds) {
  const [old, next] = [createSecret(), createSecret()]
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-secrets-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secrets')
  writeSecrets(file, old)
  const env = { RECEIVER_SECRETS_FILE: file }
  const scene = await openEmbedded(context, { env })
  const receiver = await scene.startOdd(odds)
  const { journal } = scene
  const more = async () => {
    const enough = journal.entries.length + 100
    await until(() => journal.entries.length >= enough, { what: 'deliveries' })
  }
  const byOld = scene.drive(receiver, { secret: old })
  await more()
  // The receiver is taught first; the service then signs with either for a while.
  writeSecrets(file, next, old)
  await more()
  const byNext = scene.drive(receiver, { secret: next })
  await more()
  await byOld.stop()
  writeSecrets(file, next)
  await more()
  await byNext.stop()
  const statuses = journal.entries.map(({ status }) => status)
  const stranger = await scene.send(receiver, { secret: old })
  return { scene, receiver, statuses, stranger, refused: statuses.filter((one) => one === 401) }
}

describe.concurrent('senders', () => {
  it('F12 slow ones are cut at 10 s, by the app as it is, and others do not notice', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const { scene, receiver, ...seen } = await beset(context, {})
    expect(Math.min(...seen.tookMs)).toBeGreaterThan(slowLimitMs - 500)
    expect(Math.max(...seen.tookMs)).toBeLessThan(cutLimitMs)
    for (const text of seen.received) expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(new Set(seen.statuses)).toEqual(new Set([202]))
    // Deliveries that waited for the slow ones would be none in this time.
    expect(seen.statuses.length).toBeGreaterThan(30)
    // Both were busy with the same load at the same time, on a machine with other work.
    expect(seen.p99Ms).toBeLessThan(2 * seen.controlMs + 500)
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })

  it('F12 finds the mutant that has room for so many callers only', {
    timeout,
  }, async (context) => {
    const { statuses } = await beset(context, { mutant: 'has room for sixty callers' })
    context.expect(statuses).toContain(null)
  })

  it('F12 finds the mutant that has no time limit for requests', { timeout }, async (context) => {
    const scene = await openEmbedded(context)
    const receiver = await scene.startOdd({ mutant: 'has no time limit for requests' })
    const { tookMs, received } = await (await openSlowOnes(receiver)).called
    context.expect(new Set(tookMs)).toEqual(new Set([Number.POSITIVE_INFINITY]))
    context.expect(new Set(received)).toEqual(new Set(['']))
  })

  it('F19 I10 the file of secrets is rotated under load, and nothing genuine is refused', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const { scene, receiver, statuses, stranger, refused } = await rotate(context, {})
    expect(refused).toEqual([])
    expect(new Set(statuses)).toEqual(new Set([202]))
    // The rotation landed: in the end the old one opens no door.
    expect(stranger.reply?.status).toBe(401)
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    const { problems, lost, leaks } = await scene.report()
    expect({ problems, lost, leaks }).toEqual({
      ...{ problems: ['1 × quarantined, though genuine'], lost: 0, leaks: [] },
    })
  })

  it('F19 finds the mutant that forgets the old secret', { timeout }, async (context) => {
    const { refused } = await rotate(context, { mutant: 'forgets the old secret' })
    context.expect(refused.length).toBeGreaterThan(0)
  })
})
