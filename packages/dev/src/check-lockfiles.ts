import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findOnDemand, root } from './workspaces.ts'

// Asks the registry about every version in every lockfile: its age, and whether its publisher is trusted
// less than before. An install trusts the lockfile, so that only this check needs the time.

const flags = ['install', '--frozen-lockfile', '--lockfile-only', '--no-trust-lockfile']
for (const place of ['.', ...findOnDemand()]) {
  const { status, error, stdout, stderr } = spawnSync(
    'pnpm',
    ['--dir', join(root, place), ...flags],
    { encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (status === 0) continue
  console.error(
    `pnpm rejects ${join(place, 'pnpm-lock.yaml')}:\n${error?.message ?? stdout + stderr}`,
  )
  process.exitCode = 1
}
if (process.exitCode === undefined)
  console.log('lockfiles: every version meets the policy of pnpm-workspace.yaml')
