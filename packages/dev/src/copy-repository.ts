import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findOnDemand, findWorkspaces, root } from './workspaces.ts'

export interface Copy {
  folder: string
  remove(): void
}

/** A copy of the sources in the work tree, as a clone would have them after a commit. Nothing is installed. */
export function copySources(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'))
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  for (const file of execFileSync('git', args, options).split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A throw-away copy of the sources. It shares the third-party packages and caches of the original. */
export function copyRepository(): Copy {
  const copy = copySources()
  const { folder } = copy
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { place } of findWorkspaces()) {
    const modules = join(root, place, 'node_modules')
    const isLink = (path: string) => !/node_modules\/\.(?!bin)/.test(path.slice(root.length))
    if (existsSync(modules))
      cpSync(modules, join(folder, place, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isLink,
      })
    const cache = join(modules, '.cache')
    // Compiled code of the copy would stay behind in that of the original.
    if (place !== 'packages/settings' && existsSync(cache))
      symlinkSync(cache, join(folder, place, 'node_modules/.cache'))
  }
  for (const place of findOnDemand()) {
    const modules = join(root, place, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(folder, place, 'node_modules'))
  }
  return copy
}
