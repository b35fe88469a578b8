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
import { copyTemplate } from '../use-store.ts'
import { openScene, soundReport } from './open-scene.ts'

const { accepted, storageFailed } = constants.receiverAnswers
const leastRefused = 8
const megabytes = 200
/** Nearly as large as a delivery may be, so that the disk is soon full. */
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
  const location = { kind, url: await server.createDatabase() } as const
  // A table must find no room, not the log: that would stop the server.
  const admin = await openStore({ location })
  await admin.query('select pg_switch_wal()')
  await admin.close()
  return location
}

// A Postgres that is read-only, in `stores-away`, has the mutant of this fault.
describe.runIf(canMount).concurrent('a full disk', { timeout: 300_000 }, () => {
  it.for(storeKinds)(
    'F6 I10 %s: answers 503 with Retry-After, and recovers without a restart',
    async (kind, context) => {
      const { expect, onTestFinished } = context
      const disk = mountSmallDisk(megabytes)
      onTestFinished(() => disk.unmount())
      const location = await createLocation(kind, { disk, onTestFinished })
      const scene = openScene(location, context, { laneCount: 4 })
      const { journal } = scene
      const receiver = await scene.start()
      const load = scene.drive(receiver, { paddingBytes, pauseMs: 20 })
      await until(() => journal.counts.acked > 10, { what: 'load' })
      const fullMs = performance.now()
      expect(disk.fill(kind === 'postgres' ? 200_000 : 0)).toBeLessThan(300_000)
      const refused = () => journal.answered(storageFailed, fullMs)
      await until(() => refused().length >= leastRefused, { what: 'refusals' })
      for (const { retryAfter } of refused()) expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
      disk.clear()
      const clearedMs = performance.now()
      await until(() => journal.answered(accepted, clearedMs).length > 10, { what: 'service' })
      await load.stop()
      expect(await scene.finish(receiver)).toMatchObject(soundReport)
    },
  )
})
