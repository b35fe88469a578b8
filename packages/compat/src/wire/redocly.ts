import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompatError } from '../errors.ts'
import type { ChangeEnd, RedoclyChange } from './redocly-change.ts'

export interface RedoclyDiff {
  /** Its own verdict, null where it saw nothing. */
  bump: 'patch' | 'minor' | 'major' | null
  changes: RedoclyChange[]
}

export interface Redocly {
  /** Compares two documents. Comparisons of one `Redocly` run one after the other. */
  diff: (from: string, to: string) => Promise<RedoclyDiff>
  close: () => void
}

const timeLimitMs = 120_000

/** `redocly diff` as a function: the one file that knows of it. No telemetry, no network, own process. */
export function createRedocly(): Redocly {
  const folder = mkdtempSync(join(tmpdir(), 'contract-compat-redocly-'))
  const config = join(folder, 'redocly.yaml')
  writeFileSync(config, 'telemetry: off\nextends: [diff-recommended]\n')
  let host: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const run = async (from: string, to: string): Promise<RedoclyDiff> => {
    host ??= startHost(folder)
    let said = ''
    const listen = (part: Buffer) => {
      said += part
    }
    host.stderr?.on('data', listen)
    const output = join(folder, 'diff.json')
    rmSync(output, { force: true })
    const options = ['--format', 'json', '--config', config, '--output', output]
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeLimitMs)])
    const answered = once(host, 'message', { signal })
    const ended = once(host, 'exit', { signal })
    host.send(['diff', from, to, ...options, '--fail-on', 'none'])
    try {
      await Promise.race([answered, ended])
      return toDiff(readFileSync(output, 'utf8'), folder)
    } catch (error) {
      // What it said is all there once it has ended; the next run starts another.
      const closed = once(host, 'close')
      host.kill('SIGKILL')
      await closed
      host = undefined
      throw new CompatError(
        'redocly-failed',
        `redocly diff gave no result for ${from} and ${to}: ${reasonIn(said) ?? (error as Error).message}. Run it by hand to see more.`,
        { cause: error },
      )
    } finally {
      for (const waiting of [answered, ended]) waiting.catch(() => {})
      over.abort()
      host?.stderr?.off('data', listen)
    }
  }
  return {
    diff: (from, to) => {
      const next = last.then(() => run(from, to))
      last = next.catch(() => {})
      return next
    },
    close: () => {
      host?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startHost(cwd: string): ChildProcess {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const host = fileURLToPath(new URL(`./redocly-host.${extension}`, import.meta.url))
  const module = join(dirname(manifest), 'lib/index.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return fork(host, [module], {
    cwd,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** The first error that it tells, of all that it says. */
function reasonIn(said: string): string | undefined {
  return /^\w*Error: (.+)$/m.exec(said)?.[1]
}

function toDiff(text: string, cwd: string): RedoclyDiff {
  const { bump, changes } = JSON.parse(text) as Partial<RedoclyDiff>
  const toEnd = (end: ChangeEnd) => ({ ...end, file: resolve(cwd, end.file) })
  return {
    bump: bump ?? null,
    changes: (changes ?? []).map(({ base, revision, ...change }) => ({
      ...change,
      ...(base && { base: toEnd(base) }),
      ...(revision && { revision: toEnd(revision) }),
    })),
  }
}
