import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/workspaces.ts'

export type Clone = ReturnType<typeof cloneRevision>

type StartOptions = { signal: AbortSignal; env?: NodeJS.ProcessEnv }

/** @throws {Error} if the repository has no such revision. */
export function resolveRevision(revision: string): string {
  const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  } catch (cause) {
    throw new Error(`Unknown revision '${revision}'.`, { cause })
  }
}

/** A checkout of one revision, with its own package store, which is empty at first. */
export function cloneRevision({ revision, work }: { revision: string; work: string }) {
  const place = mkdtempSync(join(work, `${revision.slice(0, 7)}-`))
  // The Postgres of a test runs as another user, who must be able to enter.
  for (const one of [work, place]) chmodSync(one, 0o755)
  const folder = join(place, 'clone')
  execFileSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' })
  execFileSync('git', ['checkout', '--quiet', '--detach', revision], { cwd: folder })
  const env = {
    ...outerEnvironment(),
    XDG_DATA_HOME: join(place, 'data'),
    XDG_CACHE_HOME: join(place, 'cache'),
    PNPM_HOME: join(place, 'pnpm'),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
  }
  return {
    folder,
    /** Starts a command in the clone, in its own process group. */
    start([program = '', ...args]: string[], { signal, env: more }: StartOptions) {
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      const signalGroup = (name: NodeJS.Signals) => {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, name)
      }
      // Its children in groups of their own end only if it tells them to.
      const stop = () => {
        signalGroup('SIGINT')
        setTimeout(signalGroup, 15_000, 'SIGKILL').unref()
      }
      signal.addEventListener('abort', stop, { once: true })
      const ended = once(child, 'close').then(([code]: (number | null)[]) => {
        signal.removeEventListener('abort', stop)
        signal.throwIfAborted()
        return code
      })
      return {
        output: () => output,
        /** Resolves with the exit code once the command and its output have ended. */
        ended,
        interrupt: () => signalGroup('SIGINT'),
      }
    },
    remove: () => rmSync(place, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The environment without the variables of the package manager that runs this bench: a newcomer has none. */
function outerEnvironment(): NodeJS.ProcessEnv {
  const isInner = (name: string) => /^(npm_|pnpm_|turbo_|node_options$|init_cwd$|ci$)/i.test(name)
  const entries = Object.entries(process.env).filter(([name]) => !isInner(name))
  const path = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'))
  return { ...Object.fromEntries(entries), PATH: path.join(':') }
}
