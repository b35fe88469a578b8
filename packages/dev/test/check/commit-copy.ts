import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Turns a copy of the repository into a clone with one commit. */
export function commitCopy(folder: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  // In a copy, `node_modules` is a link, which `.gitignore` does not match.
  appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  git('add', '--all')
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.test']
  git(...author, 'commit', '--quiet', '--message', 'As it is')
  return {
    /** The files that differ from the commit. */
    changed: () =>
      git('status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .flatMap((line) => line.slice(3) || []),
    reset() {
      git('checkout', '--quiet', '.')
      git('clean', '--quiet', '--force', '-d')
    },
  }
}
