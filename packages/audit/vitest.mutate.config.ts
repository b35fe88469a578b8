import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const { MUTANT_FOLDER: folder = '', MUTANT_FILE: file, MUTANT_ROOT: root = '' } = process.env

/** Puts the mutant in the place of its file, and leaves a note that it was asked for. */
const mutant = {
  name: 'mutant',
  enforce: 'pre' as const,
  load(id: string) {
    if (file === undefined || id.split('?')[0] !== file) return undefined
    writeFileSync(join(folder, 'loaded'), '')
    return readFileSync(join(folder, 'mutant.ts'), 'utf8')
  },
}

// With the set-up of the package: some tests need it to begin with an empty store.
const { default: settings }: { default: ViteUserConfig } = await import(
  pathToFileURL(join(root, 'vitest.config.ts')).href
)

export default defineConfig({
  ...settings,
  root,
  // The caches and reports of the package stay those of its own tests.
  cacheDir: join(folder, 'cache'),
  plugins: [mutant],
  test: {
    ...settings.test,
    reporters: ['json'],
    outputFile: join(folder, 'report.json'),
    // Modules that an earlier run transformed would come without a look at the mutant, or with one in them.
    fsModuleCache: false,
    bail: 1,
    maxWorkers: 1,
  },
})
