import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const cache = fileURLToPath(new URL('../../node_modules/.cache/bundles', import.meta.url))

// CommonJS in the bundle asks for Node's modules with `require`.
const banner = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const requireOfNode = require`

/** A source of ours that says where it is goes on to say so. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }))
  },
}

/** The embedded store reads the files beside it. */
const leaveStore: Plugin = {
  name: 'leave-store',
  setup(building) {
    building.onResolve({ filter: /^@electric-sql\/pglite/ }, async (found) => {
      if (found.pluginData === cache) return null
      const { kind, resolveDir } = found
      const { path } = await building.resolve(found.path, { kind, resolveDir, pluginData: cache })
      return { path: pathToFileURL(path).href, external: true }
    })
  },
}

/**
 * An import of `node:http` asks for each of its exports, and so loads a client and HTTP/2 that nobody
 * uses: a sixth of a start. What is required is not asked.
 */
const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(building) {
    building.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : null,
    )
    building.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = requireOfNode(${JSON.stringify(path)})`,
    }))
  },
}

const bundles = new Map<string, Promise<string>>()

/**
 * The path of a main file with all that it imports in one file, which starts in half the time or less:
 * for those who start it again and again.
 */
export function bundleMain(file: string): Promise<string> {
  const bundle = bundles.get(file) ?? writeBundle(file)
  bundles.set(file, bundle)
  return bundle
}

async function writeBundle(file: string): Promise<string> {
  const name = `${basename(file, '.ts')}-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`
  // Others may be at it too, or run it.
  const own = join(cache, `${name}-${randomUUID()}.tmp`)
  await build({
    entryPoints: [file],
    outfile: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['@partner-platform/source'],
    external: ['pg-native'],
    banner: { js: banner },
    plugins: [keepPlaces, leaveStore, requireBuiltins],
    logLevel: 'error',
  })
  const path = join(cache, `${name}.mjs`)
  renameSync(own, path)
  return path
}
