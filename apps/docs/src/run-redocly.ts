import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DocsError } from './errors.ts'

const require = createRequire(import.meta.url)
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')

/**
 * Runs the Redocly CLI with telemetry off, in the folder that holds its configuration.
 *
 * @throws {DocsError} with what the CLI said, when it fails.
 */
export function runRedocly(args: string[], folder: string): Promise<void> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [redocly, ...args],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        if (error === null) return resolve()
        reject(new DocsError(`redocly ${args[0]} failed:\n${stdout}${stderr}`.trim()))
      },
    )
  })
}
