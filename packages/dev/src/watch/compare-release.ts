import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
 * released. `null` where the signal came first.
 */
export async function compareRelease(signal: AbortSignal): Promise<Verdict | null> {
  const released = await runCompat(['--last-release'], signal)
  if (signal.aborted) return null
  const found = released.text.startsWith('no release yet')
    ? await runCompat(['HEAD'], signal)
    : released
  return signal.aborted ? null : { isBreaking: found.code === 1, text: found.text }
}

function runCompat(args: readonly string[], signal: AbortSignal) {
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    const flags = ['--conditions=@partner-platform/source', compat, ...args]
    const child = spawn(process.execPath, flags, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = () => void child.kill()
    signal.addEventListener('abort', stop)
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      text += chunk
    })
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve({ code, text: text.trim() })
    })
  })
}
