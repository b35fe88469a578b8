import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres, storeKinds } from '@partner-platform/database/testing'
import {
  canMount,
  mountSmallDisk,
  type SmallDisk,
} from '@partner-platform/database/testing/small-disk'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { copyTemplate } from '../copy-template.ts'
import { openScene, soundReport } from './open-scene.ts'
import type { Odds } from './start-odd-receiver.ts'

const { accepted, storageFailed } = constants.receiverAnswers
const timeout = 300_000
/** Deliveries that must be refused, and those by which it is known that none is. */
const [leastRefused, mostUnfelt] = [8, 200]
const megabytes = 200
/** As large as a delivery may be, or nearly, so that the disk is full soon. */
const paddingBytes = 48_000

async function createLocation(
  kind: StoreKind,
  { disk, onTestFinished }: { disk: SmallDisk } & Pick<TestContext, 'onTestFinished'>,
): Promise<StoreLocation> {
  if (kind === 'embedded') {
    const template = await copyTemplate()
    const folder = join(disk.folder, 'data')
    cpSync(template, folder, { recursive: true })
    rmSync(template, { recursive: true })
    return { kind, folder }
  }
  chmodSync(disk.folder, 0o755)
  const server = await startPostgres({ parent: disk.folder })
  onTestFinished(() => server.remove())
  return { kind, url: await server.createDatabase() }
}

/** A receiver whose disk is full for a while; gives what it refused meanwhile. */
async function fillDisk(kind: StoreKind, context: TestContext, odds?: Odds) {
  const { expect, onTestFinished } = context
  const disk = mountSmallDisk(megabytes)
  onTestFinished(() => disk.unmount())
  const location = await createLocation(kind, { disk, onTestFinished })
  const scene = openScene(location, context, { laneCount: 4 })
  const { journal } = scene
  const receiver = await scene.startOdd(odds)
  if (location.kind === 'postgres') {
    // So that it is a table that finds no room, not the log: that would stop the server.
    const admin = await openStore({ location })
    await admin.query('select pg_switch_wal()')
    await admin.close()
  }
  const load = scene.drive(receiver, { paddingBytes, pauseMs: 20 })
  await until(() => journal.counts.acked > 10, { what: 'load' })
  const fullMs = performance.now()
  expect(disk.fill(kind === 'postgres' ? 200_000 : 0)).toBeLessThan(300_000)
  const refused = () => journal.answered(storageFailed, fullMs)
  const passed = () => journal.answered(accepted, fullMs)
  const isFelt = () => refused().length >= leastRefused || passed().length >= mostUnfelt
  await until(isFelt, { what: 'refusals', timeoutMs: 60_000 })

  const meanwhile = refused()
  disk.clear()
  const clearedMs = performance.now()
  await until(() => journal.answered(accepted, clearedMs).length > 10, { what: 'service' })
  await load.stop()
  return { scene, receiver, refused: meanwhile }
}

describe.runIf(canMount).concurrent.for(storeKinds)('a full disk, %s', (kind) => {
  it('F6 I10 answers 503 with Retry-After, and serves again without a restart', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const { scene, receiver, refused } = await fillDisk(kind, context)
    expect(refused.length).toBeGreaterThanOrEqual(leastRefused)
    for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })
})

describe.runIf(canMount).concurrent('a mutant on a full disk', () => {
  it('F6 finds the mutant that takes a refusal for a success', { timeout }, async (context) => {
    const { expect } = context
    const odds = { mutant: 'takes a refusal for a success' } as const
    const { scene, receiver, refused } = await fillDisk('postgres', context, odds)
    expect(refused).toEqual([])
    await receiver.stop()
    const { lost, problems } = await scene.report()
    expect(lost).toBeGreaterThan(0)
    expect(problems).toContain(`${lost} × acknowledged, but not stored`)
  })
})
