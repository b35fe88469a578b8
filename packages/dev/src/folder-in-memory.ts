import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const place = '/dev/shm'
/** Several times what the tests of all packages hold at once. */
const leastBytes = 8 * 2 ** 30

/**
 * A folder in memory for temporary files, or `undefined` where there is none that has room and may
 * hold programs. The tests make and delete so many small files that a disk takes a third of their time
 * to find places for them.
 */
export function makeFolderInMemory(): string | undefined {
  if (!existsSync('/proc/mounts') || freemem() < leastBytes) return undefined
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const [, , kind, options = ''] = mounts.findLast(([, at]) => at === place) ?? []
  if (kind !== 'tmpfs' || /(^|,)(noexec|ro)(,|$)/.test(options)) return undefined
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < leastBytes) return undefined
  const folder = mkdtempSync(join(place, 'partner-platform-tests-'))
  // The Postgres of a test may run as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  return folder
}
