import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { docsFolder, serveDocs } from '@partner-platform/docs'
import { explainListenError } from './start-settings.ts'
import { stopTurbo } from './stop-turbo.ts'
import type { OwnPage } from './try/create-try-page.ts'
import { root } from './workspaces.ts'

/** Builds the docs. If it fails or `signal` aborts, rejects with an error whose message says why. */
export type BuildDocs = (signal: AbortSignal) => Promise<void>

/** Serves the docs: at first those of an earlier build, or a page that says there are none yet. */
export async function openDocs(port: number, buildDocs: BuildDocs = buildWithTurbo) {
  let ownPage: OwnPage = () => false
  const server = await serveDocs({
    folder: docsFolder,
    port,
    first: (request, response) => ownPage(request, response),
  }).catch((error) => {
    throw explainListenError('DOCS_PORT', error)
  })
  const stop = new AbortController()
  let building: Promise<void> | undefined
  return {
    url: `${server.url}/`,
    add(page: OwnPage) {
      ownPage = page
    },
    /** Resolves once the docs are built. If that fails, rejects with what to do. */
    async build() {
      stop.signal.throwIfAborted()
      building = buildDocs(stop.signal)
      await building
    },
    async close() {
      stop.abort()
      await server.close()
      await building?.catch(() => {})
    },
  }
}

const programs = join(root, 'node_modules/.bin')
const patienceMs = 3_000

/** Builds in a process that shares no thread with the apps. Turborepo restores what has not changed. */
async function buildWithTurbo(signal: AbortSignal): Promise<void> {
  const args = ['run', '@partner-platform/docs#build', '--ui=stream', '--output-logs=errors-only']
  // It gets its own process group, so that stopping it also stops the tasks that it runs.
  const turbo = spawn('turbo', args, {
    cwd: root,
    env: { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = Promise.all([text(turbo.stdout), text(turbo.stderr)])
  const stop = () => stopTurbo(turbo, { isGroup: true, patienceMs })
  signal.addEventListener('abort', stop, { once: true })
  // If the apps crash, nothing aborts `signal`.
  process.once('exit', stop)
  const [code] = await once(turbo, 'close').finally(() => {
    signal.removeEventListener('abort', stop)
    process.off('exit', stop)
  })
  // Turborepo exits with 0 if it is stopped.
  signal.throwIfAborted()
  if (code === 0) return
  const reason = (await said).join('').trim().split('\n').slice(-15).join('\n')
  throw new Error(`The docs cannot be built. Run npx pnpm@12 run docs to try again.\n${reason}`)
}
