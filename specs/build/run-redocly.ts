import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BundleError } from './errors.ts'

const require = createRequire(import.meta.url)
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** All that the program gets of this process's environment: nothing else may change what it writes. */
const inherited = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'CI']

/**
 * Runs the Redocly CLI with telemetry off, in the folder that holds its configuration.
 *
 * @throws {BundleError} with what the CLI said, when it fails.
 */
export function runRedocly(args: string[], folder: string): Promise<void> {
  const known = inherited.map((variable) => [variable, process.env[variable]])
  const env = {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [redocly, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve()
      reject(new BundleError(`redocly ${args[0]} failed:\n${stdout}${stderr}`.trim()))
    })
  })
}
