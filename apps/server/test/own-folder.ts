import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the whole run one temporary folder, so that none is left behind, however a worker ends. */
export function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), 'server-tests-'))
  // Postgres runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  // An interrupt ends the process without a teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}
