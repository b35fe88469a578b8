import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { StoreDownError } from '../../src/errors.ts'
import { FolderInUseError } from '../../src/index.ts'
import { lockFolder } from '../../src/lock-folder.ts'
import { startStore, type TestStore } from '../../src/testing/index.ts'
import { openTestDatabase, rejectionOf } from '../open-test-database.ts'
import { createFolder, startWriter } from '../spawn-writer.ts'

let store: TestStore
beforeAll(async () => {
  store = await startStore('embedded')
})
afterAll(() => store.stop())

describe('the lock of a folder', () => {
  it('refuses a second opener in this process, by whatever path', async () => {
    const folder = await createFolder(store)
    const database = await openTestDatabase({ kind: 'embedded', folder })
    for (const path of [folder, join(folder, '..', '.', folder.split('/').at(-1) ?? '')]) {
      const error = await rejectionOf(openTestDatabase({ kind: 'embedded', folder: path }))
      expect(error).toBeInstanceOf(FolderInUseError)
      expect(String(error)).not.toContain(folder)
    }
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
    await (await openTestDatabase({ kind: 'embedded', folder })).close()
  })

  it('refuses an opener while another process has it, and no longer once that is killed', async () => {
    const folder = await createFolder(store)
    const writer = startWriter(folder)
    await writer.isOpen
    const error = await rejectionOf(openTestDatabase({ kind: 'embedded', folder }))
    expect(error).toBeInstanceOf(FolderInUseError)
    await writer.said(10)
    await writer.kill()
    await (await openTestDatabase({ kind: 'embedded', folder })).close()
  })

  it('lets one of many openers in', async () => {
    const folder = await createFolder(store)
    const openings = await Promise.allSettled(
      Array.from({ length: 5 }, () => openTestDatabase({ kind: 'embedded', folder })),
    )
    const opened = openings.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(1)
    for (const opening of openings) {
      if (opening.status === 'rejected') expect(opening.reason).toBeInstanceOf(FolderInUseError)
    }
    await opened[0]?.close()
  })

  it('is given back when the folder cannot be opened', async () => {
    const folder = await createFolder(store)
    writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), 'overwritten')
    for (let time = 0; time < 2; time++) {
      const error = await rejectionOf(openTestDatabase({ kind: 'embedded', folder }))
      expect(error).toBeInstanceOf(StoreDownError)
      expect(String(error)).toContain('PANIC')
    }
  })
})

describe.runIf(process.platform !== 'win32')('a locked folder', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const createParent = () => {
    const parent = mkdtempSync(join(tmpdir(), 'lock-folder-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    return parent
  }

  it('is made for its owner alone, with all that is above it', async () => {
    const parent = createParent()
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    const unlock = await lockFolder(join(parent, 'data', 'server'))
    await unlock()
    expect([modeOf(join(parent, 'data')), modeOf(join(parent, 'data', 'server'))]).toEqual([
      '700',
      '700',
    ])
  })

  it.each(['755', '777', '750', '710', '700'])(
    'is taken from everyone else if it was there with mode %s',
    async (mode) => {
      const folder = join(createParent(), 'data')
      mkdirSync(folder)
      chmodSync(folder, Number.parseInt(mode, 8))
      const unlock = await lockFolder(folder)
      await unlock()
      expect(modeOf(folder)).toBe('700')
    },
  )

  it.runIf(process.getuid?.() === 0)(
    'is left as it is where it belongs to someone else',
    async () => {
      const folder = join(createParent(), 'data')
      mkdirSync(folder)
      chmodSync(folder, 0o755)
      chownSync(folder, 65_534, 65_534)
      const unlock = await lockFolder(folder)
      await unlock()
      expect(modeOf(folder)).toBe('755')
    },
  )

  it('keeps the files of the store from everyone else, which are open to all', async () => {
    const folder = await createFolder(store)
    chmodSync(folder, 0o755)
    const database = await openTestDatabase({ kind: 'embedded', folder })
    await database.close()
    expect(modeOf(folder)).toBe('700')
  })
})
