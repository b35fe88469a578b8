import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DocsError } from './errors.ts'

const astro = fileURLToPath(new URL('bin/astro.mjs', import.meta.resolve('astro/package.json')))

/** The only environment variables that Astro gets: others could change how Vite builds. */
const inherited = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'CI']

/**
 * Builds the Astro project in the folder into its `dist`, with telemetry off. When `signal` aborts, Astro
 * is killed, and the promise rejects with the reason once its process has ended.
 *
 * @throws {DocsError} with the output of Astro, if it fails.
 */
export async function runAstro(folder: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const known = inherited.map((variable) => [variable, process.env[variable]])
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: folder,
    env: {
      ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await once(child, 'close')
    signal?.throwIfAborted()
    if (code !== 0) throw new DocsError(`astro build failed:\n${(await output).join('')}`.trim())
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}
