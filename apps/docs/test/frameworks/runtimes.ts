import { globSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../src/folders.ts'
import type { startSnippet } from '../snippets/start-snippet.ts'

type Options = Parameters<typeof startSnippet>[1]
type Runtime = Required<Pick<Options, 'runs'>> & Pick<Options, 'files'>

/** Where the frameworks are installed. */
const frameworks = join(packageFolder, 'frameworks')
/** Where their programs are saved. */
export const within = join(frameworks, 'reports')

const bin = (name: string) => join(frameworks, 'node_modules/.bin', name)
/**
 * A program from the package of its platform: the commands beside it are made by install scripts, or start
 * it as a child that outlives them.
 */
function nativeProgram(name: string): string {
  const pattern = `node_modules/.pnpm/@*/node_modules/@*/*/{bin/,}${name}{,.exe}`
  const [path] = globSync(pattern, { cwd: frameworks })
  if (path === undefined) throw new Error(`${name} is not installed: ${pattern} finds nothing.`)
  return join(frameworks, path)
}

const shell = (...commands: string[]) => ['sh', '-c', commands.join(' && ')]

const node: Runtime = { runs: { file: 'receiver.ts', command: [process.execPath] } }

const next = (file: string): Runtime => ({
  runs: {
    file,
    command: shell(
      `${bin('next')} build >build.txt 2>&1 || { cat build.txt >&2; exit 1; }`,
      `exec ${bin('next')} start --hostname 127.0.0.1 --port 0`,
    ),
  },
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    // The packages are installed further up.
    'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(join(packageFolder, '../..'))} } }`,
  },
})

const workerd = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
    bindings = [(name = "WEBHOOK_SECRET", fromEnvironment = "WEBHOOK_SECRET")],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

/** How the programs of a page run. */
export const runtimes: Record<string, Runtime> = {
  express: node,
  fastify: node,
  hono: node,
  koa: node,
  'Next.js, route handler': next('app/webhooks/route.ts'),
  'Next.js, API route': next('pages/api/webhooks.ts'),
  workers: {
    runs: {
      file: 'worker.ts',
      command: shell(
        `${join(packageFolder, 'node_modules/.bin/esbuild')} worker.ts --bundle --format=esm --outfile=worker.js --log-level=error`,
        // workerd writes its port to file descriptor 3.
        `exec ${nativeProgram('workerd')} serve worker.capnp --control-fd=3 3>&1`,
      ),
    },
    files: { 'worker.capnp': workerd },
  },
  bun: { runs: { file: 'receiver.ts', command: [nativeProgram('bun'), 'run'] } },
  deno: {
    runs: {
      file: 'receiver.ts',
      command: [nativeProgram('deno'), 'run', '--allow-env', '--allow-net'],
    },
    files: { 'deno.json': '{ "nodeModulesDir": "manual" }' },
  },
}
