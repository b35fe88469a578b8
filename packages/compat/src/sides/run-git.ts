import { spawnSync } from 'node:child_process'
import { CompatError } from '../errors.ts'

/** What git prints, without its last line end; undefined where it refuses. */
export function runGit(args: readonly string[], cwd: string): string | undefined {
  const { error, status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  if (error !== undefined) {
    throw new CompatError(
      'no-repository',
      `git cannot be run: expected the command git, received ${error.message}. Install it, or compare two folders.`,
      { cause: error },
    )
  }
  return status === 0 ? stdout.trimEnd() : undefined
}
