import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DocsError } from './errors.ts'

const require = createRequire(import.meta.url)
const astro = join(dirname(require.resolve('astro/package.json')), 'bin/astro.mjs')

/** All that Astro gets of this process's environment: what else is set there changes how Vite builds. */
const inherited = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'CI']

/**
 * Builds the Astro project in the folder into its `dist`, with telemetry off.
 *
 * @throws {DocsError} with what Astro said, when it fails.
 */
export function runAstro(folder: string): Promise<void> {
  const known = inherited.map((variable) => [variable, process.env[variable]])
  const options = {
    cwd: folder,
    env: {
      ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    maxBuffer: 64 * 1024 * 1024,
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [astro, 'build'], options, (error, stdout, stderr) => {
      if (error === null) return resolve()
      reject(new DocsError(`astro build failed:\n${stdout}${stderr}`.trim()))
    })
  })
}
