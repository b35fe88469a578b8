import { spawnSync } from 'node:child_process'
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
import { runProcess } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockFolder } from '../../src/embedded-store.ts'
import { StoreDownError } from '../../src/errors.ts'
import { FolderInUseError } from '../../src/index.ts'
import { openEmbedded, useFolders } from '../open-embedded.ts'
import { openTestDatabase, rejectionOf } from '../open-test-database.ts'
import { lockBySocket } from './lock-by-socket.ts'

const createFolder = useFolders()

const file = join(import.meta.dirname, 'lock-owner.ts')

/** As in two containers that share a volume: neither sees the other's sockets or processes. */
const inNamespaces: [string, string[]] = [
  'network and process namespace',
  [
    ...['unshare', '--net', '--pid', '--fork', '--kill-child'],
    // Only root may do so as itself.
    ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  ],
]

const [unshare = '', ...namespaces] = inNamespaces[1]
/** A container may not be allowed to make another: these tests are skipped in it then. */
const isRefused =
  process.platform !== 'linux' || spawnSync(unshare, [...namespaces, 'true']).status !== 0

/** Modes of files do not stop root, unless it runs without that privilege. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const isRootOnly =
  process.platform === 'win32' ||
  (asOrdinaryUser[0] !== undefined &&
    spawnSync(asOrdinaryUser[0], [...asOrdinaryUser.slice(1), 'true']).status !== 0)

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function createParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'lock-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  return parent
}

describe('the lock of a folder', () => {
  it('refuses a second opener in this process, by any path, and every other user', async () => {
    const folder = await createFolder()
    // The folder is open to all users.
    chmodSync(folder, 0o755)
    const database = await openEmbedded(folder)
    if (process.platform !== 'win32') expect(modeOf(folder)).toBe('700')
    for (const path of [folder, join(folder, '..', '.', folder.split('/').at(-1) ?? '')]) {
      const error = await rejectionOf(openTestDatabase({ kind: 'embedded', folder: path }))
      expect(error).toBeInstanceOf(FolderInUseError)
      expect(String(error)).not.toContain(folder)
    }
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
    await (await openEmbedded(folder)).close()
  })

  it.for<[string, string[]]>([['process', []], inNamespaces])(
    'F21 refuses an opener while another %s has it, and no longer once that is killed',
    async ([_, within], { skip }) => {
      skip(within.length > 0 && isRefused)
      const folder = createParent()
      const owner = runProcess({ file, args: [folder], within })
      onTestFinished(() => owner.signal('SIGKILL'))
      await owner.says(/^locked$/m)
      expect(() => lockFolder(folder)).toThrow(FolderInUseError)
      await owner.kill()
      lockFolder(folder)()
    },
  )

  it.skipIf(isRefused)('F21 finds the mutant whose lock is a socket: it lets both in', async () => {
    const folder = createParent()
    for (const [within, isLetIn] of [
      [[], false],
      [inNamespaces[1], true],
    ] as const) {
      const owner = runProcess({ file, args: [folder, 'mutant'], within })
      onTestFinished(() => owner.signal('SIGKILL'))
      await owner.says(/^locked$/m)
      const unlock = await lockBySocket(folder).catch(() => undefined)
      expect(unlock !== undefined).toBe(isLetIn)
      unlock?.()
      await owner.kill()
    }
  })

  it.skipIf(isRootOnly)('refuses an opener that may not write its file', async () => {
    const folder = createParent()
    lockFolder(folder)()
    chmodSync(join(folder, 'lock'), 0o444)
    for (const _ of ['first', 'second']) {
      const owner = runProcess({ file, args: [folder], within: asOrdinaryUser })
      onTestFinished(() => owner.signal('SIGKILL'))
      await expect(owner.says(/^locked$/m)).rejects.toThrow('EACCES')
    }
  })

  it('is released when the folder cannot be opened', async () => {
    const folder = await createFolder()
    writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), 'overwritten')
    for (let time = 0; time < 2; time++) {
      const error = await rejectionOf(openTestDatabase({ kind: 'embedded', folder }))
      expect(error).toBeInstanceOf(StoreDownError)
      expect(String(error)).toContain('PANIC')
    }
  })
})

describe.runIf(process.platform !== 'win32')('a locked folder', () => {
  it('is accessible to its owner only, as are the created parent folders', async () => {
    const parent = createParent()
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    const [data, folder] = [join(parent, 'data'), join(parent, 'data/server')]
    lockFolder(folder)()
    expect([modeOf(data), modeOf(folder)]).toEqual(['700', '700'])
  })

  /** The mode of an existing folder after it is locked. */
  const modeOfLocked = (mode: number, change = (_folder: string) => {}) => {
    const folder = join(createParent(), 'data')
    mkdirSync(folder)
    chmodSync(folder, mode)
    change(folder)
    lockFolder(folder)()
    return modeOf(folder)
  }

  it('becomes private if others could open it', () => {
    expect(modeOfLocked(0o710)).toBe('700')
  })

  it.runIf(process.getuid?.() === 0)('keeps its mode if it belongs to someone else', () => {
    expect(modeOfLocked(0o755, (folder) => chownSync(folder, 65_534, 65_534))).toBe('755')
  })
})
