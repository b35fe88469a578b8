import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const script = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** The only variables that the command inherits, so that no other can change what it writes. */
const inherited = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP']

export type RedoclyEnd = { exitCode: number; stdout: string; stderr: string }

/**
 * Runs a command that only the Redocly CLI has (`build-docs`, `respect`) as a process, without
 * telemetry. A failed command resolves as well, with its exit code.
 */
export function runRedoclyCli(
  args: readonly string[],
  { cwd }: { cwd: string },
): Promise<RedoclyEnd> {
  const env = {
    ...Object.fromEntries(inherited.map((variable) => [variable, process.env[variable]])),
    CI: 'true',
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}
