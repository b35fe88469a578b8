import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../workspaces.ts'

export type Verdict = {
  /** Whether somebody has to change something. */
  isBreaking: boolean
  /** As `contract-compat` tells it. */
  text: string
}

const require = createRequire(import.meta.url)
const compat = join(
  dirname(require.resolve('@partner-platform/compat/package.json')),
  'src/main.ts',
)

/**
 * What the step from the last release to the work tree is, or from the last commit while nothing is
 * released. `null` where the signal came first, or where there is no history to compare with.
 */
export async function compareRelease(signal: AbortSignal): Promise<Verdict | null> {
  if (!existsSync(join(root, '.git'))) return null
  const released = await runCompat(['--last-release'], signal)
  if (signal.aborted) return null
  const found = released.text.startsWith('no release yet')
    ? await runCompat(['HEAD'], signal)
    : released
  return signal.aborted ? null : { isBreaking: found.code === 1, text: found.text }
}

async function runCompat(args: readonly string[], signal: AbortSignal) {
  // One that is stopped leaves what it has written so far.
  const scratch = mkdtempSync(join(tmpdir(), 'partner-platform-dev-'))
  const flags = ['--conditions=@partner-platform/source', compat, ...args]
  const child = spawn(process.execPath, flags, {
    cwd: root,
    env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => void child.kill()
  signal.addEventListener('abort', stop)
  try {
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { code, text: (out + errors).trim() }
  } finally {
    signal.removeEventListener('abort', stop)
    rmSync(scratch, { recursive: true, force: true })
  }
}
