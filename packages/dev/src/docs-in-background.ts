import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { createDocsListener, docsFolder } from '@partner-platform/docs'
import { explainListenError } from './ports.ts'
import { root } from './workspaces.ts'

/** Builds the docs. Rejects with an error whose message says why not, also if `signal` aborts. */
export type BuildDocs = (signal: AbortSignal) => Promise<void>

/** Opens the port of the docs. Until `build` is over, every address answers 503 and tells so. */
export async function openDocs(port: number, buildDocs: BuildDocs = buildWithTurbo) {
  let answer: RequestListener = answerBuilding
  const server = createServer((request, response) => answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error) => {
    throw explainListenError('DOCS_PORT', error)
  })
  const stop = new AbortController()
  let building: Promise<void> | undefined
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Resolves once the docs are served; rejects with what to do if they cannot be built. */
    build() {
      building = buildDocs(stop.signal).then(() => {
        answer = createDocsListener(docsFolder)
      })
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

const buildingPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Building the docs</title>
<p>The docs are being built. This page loads them when they are ready.</p></html>
`

const answerBuilding: RequestListener = (_, response) => {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' }
  response.writeHead(503, headers).end(buildingPage)
}

const programs = join(root, 'node_modules/.bin')

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
  const kill = () => {
    if (turbo.pid !== undefined) process.kill(-turbo.pid, 'SIGTERM')
  }
  signal.addEventListener('abort', kill, { once: true })
  const [code] = await once(turbo, 'close').finally(() => signal.removeEventListener('abort', kill))
  if (code === 0) return
  const reason = output.trim().split('\n').slice(-15).join('\n')
  throw new Error(`The docs cannot be built. Run npx pnpm@12 run docs to try again.\n${reason}`)
}
