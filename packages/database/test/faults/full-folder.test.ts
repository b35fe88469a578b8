import { once } from 'node:events'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { triesMutants } from '@partner-platform/harness'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreDownError } from '../../src/errors.ts'
import { isUnavailable } from '../../src/index.ts'
import { templateFolder } from '../../src/testing/copy-store.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../../src/testing/small-disk.ts'
import { openTestDatabase, rejectionOf, stateOf } from '../open-test-database.ts'
import { fillLog, log } from './fill-log.ts'

const patience = { timeout: 10_000, interval: 20 }

async function createDisk(): Promise<{ disk: SmallDisk; folder: string }> {
  const disk = mountSmallDisk(160)
  onTestFinished(() => disk.unmount())
  const folder = join(disk.folder, 'data')
  cpSync(await templateFolder(), folder, { recursive: true })
  return { disk, folder }
}

async function openOnSmallDisk() {
  const { disk, folder } = await createDisk()
  const database = await openTestDatabase({ kind: 'embedded', folder }, { superviseSeconds: 3_600 })
  onTestFinished(() => database.close())
  return { disk, folder, database }
}

describe.runIf(canMount)('F6 an embedded store on a full disk', () => {
  it('is unavailable if a table cannot grow, and keeps running', async () => {
    const { disk, database } = await openOnSmallDisk()
    const grow = `insert into notes select n, repeat(md5(n::text), 30)
      from generate_series(100, 2099) as n`
    expect(disk.fill(200_000)).toBeLessThan(300_000)
    for (const write of [database.query(grow), database.transaction((tx) => tx.execute(grow))]) {
      const error = await rejectionOf(write)
      expect(stateOf(error)).toBe('53100')
      expect(error).not.toBeInstanceOf(StoreDownError)
      expect(isUnavailable(error)).toBe(true)
    }
    expect(await database.query('select id from notes')).toEqual([{ id: 0 }])
    disk.clear()
    await database.query(grow)
    expect(await database.query('select count(*) as count from notes')).toEqual([{ count: 2001 }])
  })

  it('is unavailable while a full log stops its engine, and restarts without leaking files', async () => {
    const { disk, folder, database } = await openOnSmallDisk()
    const lives: boolean[] = []
    const payloads: string[] = []
    await database.listen('disk', {
      onLive: (isLive) => lives.push(isLive),
      onPayload: (payload) => payloads.push(payload),
    })
    await database.query(`insert into notes values (1, 'before')`)
    const job = await database.jobs.send('work', { note: 1 })
    disk.fill(0)

    const error = await fillLog(database)
    expect(error).toBeInstanceOf(StoreDownError)
    expect((error as Error).cause).toMatchObject({ severity: 'PANIC', code: '53100' })
    expect(isUnavailable(error)).toBe(true)
    expect(lives).toEqual([true, false])
    const inTransaction = database.transaction(async (tx) => {
      await tx.execute(`insert into notes values (2, 'while full')`)
      for (let time = 0; time < 20; time++) await tx.execute(log)
    })
    expect(isUnavailable(await rejectionOf(inTransaction))).toBe(true)
    expect(
      isUnavailable(await rejectionOf(fillLog(database).then((cause) => Promise.reject(cause)))),
    ).toBe(true)

    disk.clear()
    const clearedAt = performance.now()
    await vi.waitFor(() => database.query(`insert into notes values (3, 'after')`), patience)
    console.log(
      `serves ${(performance.now() - clearedAt).toFixed(0)} ms after there was room again`,
    )
    expect(await database.query('select id, text from notes where id > 0 order by id')).toEqual([
      { id: 1, text: 'before' },
      { id: 3, text: 'after' },
    ])
    expect(await database.jobs.fetch('work')).toMatchObject([{ id: job }])
    expect(lives.at(-1)).toBe(true)
    await database.query(`select pg_notify('disk', 'heard again')`)
    await vi.waitFor(() => expect(payloads).toEqual(['heard again']))

    const openFiles = () => readdirSync('/proc/self/fd').length
    const before = openFiles()
    for (let time = 0; time < 2; time++) {
      disk.fill(0)
      expect(await fillLog(database)).toBeInstanceOf(StoreDownError)
      disk.clear()
      await vi.waitFor(() => database.query('select 1'), patience)
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 2)
    await database.close()
    const again = await openTestDatabase({ kind: 'embedded', folder })
    await again.close()
  })

  if (triesMutants)
    it('stays unavailable in the mutant that does not restart its engine', async () => {
      const { disk, folder } = await createDisk()
      const worker = new Worker(new URL('./engine-without-restart.ts', import.meta.url), {
        workerData: folder,
      })
      onTestFinished(async () => void (await worker.terminate()))
      const answer = async () => (await once(worker, 'message'))[0]
      expect(await answer()).toBe('open')
      disk.fill(0)
      worker.postMessage('fill')
      expect(await answer()).toBe('PANIC')
      disk.clear()
      worker.postMessage('query')
      expect(await Promise.race([answer(), delay(5_000, 'spins')])).toMatch(/refused|spins/)
    })
})
