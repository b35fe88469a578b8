import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Level } from '../src/finding.ts'

export interface Redocly {
  /** The verdict of `redocly diff`. One comparison at a time. */
  diff: (from: string, to: string) => Promise<Level>
  close: () => void
}

/** `redocly diff` in a process that loads it once, without telemetry. */
export function createRedocly(): Redocly {
  const folder = mkdtempSync(join(tmpdir(), 'compat-bench-redocly-'))
  const config = join(folder, 'redocly.yaml')
  writeFileSync(config, 'telemetry: off\nextends: [diff-recommended]\n')
  const host = startHost(folder)
  return {
    diff: async (from, to) => {
      const output = join(folder, 'diff.json')
      rmSync(output, { force: true })
      const options = ['--format', 'json', '--config', config, '--output', output]
      host.send(['diff', from, to, ...options, '--fail-on', 'none'])
      await Promise.race([once(host, 'message'), once(host, 'exit')])
      const { bump } = JSON.parse(readFileSync(output, 'utf8')) as { bump?: Level | null }
      return bump ?? 'none'
    },
    close: () => {
      host.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startHost(cwd: string): ChildProcess {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return fork(
    join(import.meta.dirname, 'redocly-host.ts'),
    [join(dirname(manifest), 'lib/index.js')],
    { cwd, env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
}
