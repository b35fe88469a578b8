import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompatError } from '../errors.ts'
import { runGit } from './run-git.ts'
import type { SideOptions } from './side.ts'

/** Writes the documents of a git revision into a folder of its own, whatever the work tree holds. */
export function readRevision(
  name: string,
  { cwd, specs }: SideOptions,
): { folder: string; close: () => void } {
  const root = runGit(['rev-parse', '--show-toplevel'], cwd)
  if (root === undefined) {
    throw new CompatError(
      'side-missing',
      `${name || "''"} is not there: expected a path, as this is no git repository, received neither. Correct the path.`,
    )
  }
  const commit = runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    root,
  )
  if (commit === undefined) {
    throw new CompatError(
      'side-missing',
      `${name || "''"} is not there: expected a path or a git revision, received neither. Correct it, or fetch the revision.`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'contract-compat-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  const archive = join(folder, 'revision.tar')
  const written = runGit(['archive', '--format=tar', '-o', archive, commit, '--', specs], root)
  const isRead =
    written !== undefined && spawnSync('tar', ['-xf', archive, '-C', folder]).status === 0
  rmSync(archive, { force: true })
  if (isRead && existsSync(join(folder, specs))) return { folder: join(folder, specs), close }
  close()
  throw new CompatError(
    'side-empty',
    `${name} is empty: expected the folder ${specs} in it, received none. Name the folder with --specs.`,
  )
}
