import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

// Codegen is private and runs from its source: what is published carries it in one file. It reads the
// modules of `../runtime` to emit them, so they go beside it as they are.
const package_ = join(import.meta.dirname, '..')
const source = dirname(createRequire(import.meta.url).resolve('@partner-platform/codegen'))
const bundle = join(package_, 'dist/codegen/codegen.js')

await build({
  entryPoints: [join(source, 'index.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
cpSync(join(source, 'runtime'), join(package_, 'dist/runtime'), { recursive: true })

// Its types are beside it, under `types`.
writeFileSync(join(package_, 'dist/codegen/codegen.d.ts'), "export * from './types/index.js'\n")
