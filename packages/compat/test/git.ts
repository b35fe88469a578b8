import { execFileSync } from 'node:child_process'

/** Runs git in a folder with an identity of its own and none of this machine's settings. */
export function git(folder: string, ...args: string[]): string {
  const person = { NAME: 'Test', EMAIL: 'test@example.com' }
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    ),
  }
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
}

/** Makes the folder a repository and commits all that is in it. */
export function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=state')
}
