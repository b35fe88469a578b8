import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

export type RunningProcess = {
  pid: number
  /** What it has written so far, on both streams. */
  readonly output: string
  /** The same, by stream. */
  written: { stdout: string; stderr: string }
  /** Resolves with the first match in its output; rejects if the process ends without one. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  signal(signal: NodeJS.Signals): void
  /** Kills it with SIGKILL. Rejects if it ended otherwise. */
  kill(): Promise<void>
  /** Stops it with SIGTERM, or another signal, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<ProcessEnd & { tookMs: number }>
  ended: Promise<ProcessEnd>
}

export type ProcessOptions = {
  /** Path of the main file. */
  file: string
  env?: Readonly<Record<string, string>>
  args?: readonly string[]
  /** A program with arguments that runs this process, such as `unshare --net`. */
  within?: readonly string[]
  /** Flags of Node. @default flags that speed up tests */
  flags?: readonly string[]
}

const quickModules = import.meta.resolve('@partner-platform/harness/quick-modules')
// The second, optimising compilation of WebAssembly is more than half the cost of a process with an
// embedded store that runs for seconds.
const flags = ['--conditions=@partner-platform/source', '--liftoff-only']
const flagsOfSources = [...flags, '--import', quickModules]
// Bundles are started often and run for a second: optimising JavaScript costs more than it saves, and so
// does early garbage collection.
const flagsOfBundles = [
  ...flags,
  ...['--no-opt', '--no-maglev', '--single-threaded-gc', '--min-semi-space-size=16'],
]

const running = new Set<RunningProcess>()
// The process that started them may end in any way, for example after a failed test.
process.once('exit', () => {
  for (const one of running) one.signal('SIGKILL')
})

/** Kills every process that was started here and still runs. */
export async function killAll(): Promise<void> {
  for (const one of running) one.signal('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
}

function spawnNode({ file, env, args = [], within = [], ...given }: ProcessOptions) {
  const own = given.flags ?? (file.endsWith('.ts') ? flagsOfSources : flagsOfBundles)
  const [program = '', ...words] = [...within, process.execPath, ...own, file, ...args]
  return spawn(program, words, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a file of the workspace, from its sources, as a separate process. */
export function runProcess(options: ProcessOptions): RunningProcess {
  const child = spawnNode(options)
  let output = ''
  const hearers = new Set<() => void>()
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk) => {
      output += chunk
      written[stream] += chunk
      for (const hearer of hearers) hearer()
    })
  }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  const one: RunningProcess = {
    pid: child.pid ?? 0,
    get output() {
      return output
    },
    written,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)
          if (!match) return
          hearers.delete(look)
          resolve(match)
        }
        hearers.add(look)
        look()
        void ended.then(({ code, signal }) =>
          reject(new Error(`The process ended (${code ?? signal}): ${output.slice(-2_000)}`)),
        )
      }),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL')
      const { code, signal } = await ended
      if (signal !== 'SIGKILL')
        throw new Error(`It was not killed, but ended with ${code ?? signal}.`)
    },
    async stop(signal = 'SIGTERM') {
      const startedMs = performance.now()
      child.kill(signal)
      return { ...(await ended), tookMs: performance.now() - startedMs }
    },
    ended,
  }
  running.add(one)
  void ended.then(() => running.delete(one))
  return one
}

const folder = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url))
const env = { NODE_COMPILE_CACHE: folder }

const warm = new Map<string, Promise<unknown>>()

/**
 * Settings that shorten the start of a main file. A process that is killed never writes its compile cache,
 * so one that exits normally does it once.
 */
export async function warmUp(file: string): Promise<Record<string, string>> {
  const warming = warm.get(file) ?? runProcess({ file, args: ['--help'], env }).ended
  warm.set(file, warming)
  await warming
  return env
}
