import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DocsError } from './errors.ts'

const require = createRequire(import.meta.url)
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')
const astro = join(dirname(require.resolve('astro/package.json')), 'bin/astro.mjs')

/**
 * Runs the Redocly CLI with telemetry off, in the folder that holds its configuration.
 *
 * @throws {DocsError} with what the CLI said, when it fails.
 */
export function runRedocly(args: string[], folder: string): Promise<void> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return run({ name: `redocly ${args[0]}`, file: redocly, args, folder, env })
}

/**
 * Builds the Astro project in the folder into its `dist`, with telemetry off.
 *
 * @throws {DocsError} with what Astro said, when it fails.
 */
export function runAstro(folder: string): Promise<void> {
  const env = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  return run({ name: 'astro build', file: astro, args: ['build'], folder, env })
}

type Run = { name: string; file: string; args: string[]; folder: string; env: NodeJS.ProcessEnv }

/** All that a program gets of this process's environment: what else is set there changes how Vite builds. */
const inherited = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'CI']

function run({ name, file, args, folder, env }: Run): Promise<void> {
  const known = inherited.map((variable) => [variable, process.env[variable]])
  const options = {
    cwd: folder,
    env: { ...Object.fromEntries(known.filter(([, value]) => value !== undefined)), ...env },
    maxBuffer: 64 * 1024 * 1024,
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve()
      reject(new DocsError(`${name} failed:\n${stdout}${stderr}`.trim()))
    })
  })
}
