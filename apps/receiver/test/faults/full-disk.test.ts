import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canMount, mountSmallDisk } from '@partner-platform/database/testing/small-disk'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { it } from 'vitest'
import { copyTemplate } from '../use-store.ts'
import { openScene, soundReport } from './open-scene.ts'

const { accepted, storageFailed } = constants.receiverAnswers
const leastRefused = 8
const megabytes = 200
/** Nearly as large as a delivery may be, so that the disk is soon full. */
const paddingBytes = 48_000

// A Postgres that is read-only, in `stores-away`, has the mutant of this fault.
it.runIf(canMount)(
  'F6 I10 a full disk: answers 503 with Retry-After, and recovers without a restart',
  { timeout: 300_000 },
  async (context) => {
    const { expect, onTestFinished } = context
    const disk = mountSmallDisk(megabytes)
    onTestFinished(() => disk.unmount())
    const template = await copyTemplate()
    const folder = join(disk.folder, 'data')
    cpSync(template, folder, { recursive: true })
    rmSync(template, { recursive: true })
    const scene = openScene({ kind: 'embedded', folder }, context, { laneCount: 4 })
    const { journal } = scene
    const receiver = await scene.start()
    const load = scene.drive(receiver, { paddingBytes, pauseMs: 20 })
    await until(() => journal.counts.acked > 10, { what: 'load' })
    const fullMs = performance.now()
    expect(disk.fill(0)).toBeLessThan(300_000)
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
