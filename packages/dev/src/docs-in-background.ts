import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { docsFolder, serveDocs } from '@partner-platform/docs'
import { explainListenError } from './ports.ts'
import { root } from './workspaces.ts'

/** Builds the docs. Rejects with an error whose message says why not, also if `signal` aborts. */
export type BuildDocs = (signal: AbortSignal) => Promise<void>

/** Serves the docs, at first those of an earlier build or a note that there are none yet. */
export async function openDocs(port: number, buildDocs: BuildDocs = buildWithTurbo) {
  const server = await serveDocs({ folder: docsFolder, port }).catch((error) => {
    throw explainListenError('DOCS_PORT', error)
  })
  const stop = new AbortController()
  let building: Promise<void> | undefined
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Resolves once the docs are built; rejects with what to do if they cannot be. */
    build() {
      building = buildDocs(stop.signal)
      return building
    },
    async close() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await building?.catch(() => {})
    },
  }
}

const programs = join(root, 'node_modules/.bin')
/** How long a build may take to stop. */
const patienceMs = 3_000

/** As a process: the build shares no thread with the apps, and Turborepo keeps what has not changed. */
async function buildWithTurbo(signal: AbortSignal): Promise<void> {
  const args = ['run', '@partner-platform/docs#build', '--ui=stream', '--output-logs=errors-only']
  // A process group of its own, so that stopping it stops the tasks that it runs.
  const turbo = spawn('turbo', args, {
    cwd: root,
    env: { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [turbo.stdout, turbo.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  // Turborepo ignores a signal that comes before it has begun its tasks, and passes on a later one.
  let again: NodeJS.Timeout | undefined
  const stop = () => {
    const sinceMs = performance.now()
    const insist = () =>
      signalGroup(turbo, performance.now() - sinceMs < patienceMs ? 'SIGTERM' : 'SIGKILL')
    insist()
    again = setInterval(insist, 250)
  }
  signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(turbo, 'close').finally(() => {
    signal.removeEventListener('abort', stop)
    clearInterval(again)
  })
  // It exits with 0 if it is stopped.
  signal.throwIfAborted()
  if (code === 0) return
  const reason = output.trim().split('\n').slice(-15).join('\n')
  throw new Error(`The docs cannot be built. Run npx pnpm@12 run docs to try again.\n${reason}`)
}

/** Nothing happens if the process has ended. */
function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal)
}
