import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const script = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')

export type RedoclyEnd = { exitCode: number | null; output: string }

/** Runs a command of Redocly's CLI to its end, without telemetry; a failure is a result. */
export function runRedocly(args: readonly string[], { cwd }: { cwd: string }): Promise<RedoclyEnd> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: {
      ...process.env,
      // Vitest's conditions and flags are not for the tool.
      NODE_OPTIONS: '',
      FORCE_COLOR: '0',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, output }))
  })
}
