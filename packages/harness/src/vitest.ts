import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { scaled } from './scaled.ts'

// Vitest hands these to Node as well, where `import` would have `require` load ES modules.
const conditions = ['@partner-platform/source', 'node']
const quickModules = fileURLToPath(new URL('quick-modules.ts', import.meta.url))

/** The shared test set-up. Packages run from source. A package without tests fails, and so does `only`. */
// biome-ignore lint/style/noDefaultExport: a Vitest configuration is a default export.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    // Loads imports once for all files: a third less work. So no test may leave traces for another.
    isolate: false,
    // The embedded store is WebAssembly. Compiling it a second time for speed costs more than it saves.
    execArgv: ['--liftoff-only', '--import', quickModules],
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', 'json', reportUnhandled()],
    outputFile: { json: 'reports/test.json' },
    // A title that is cut at 40 characters loses the rules that it cites, and so the trace loses a test.
    taskTitleValueFormatTruncate: 200,
    // Generous, for slow machines. `check` runs twice as many random cases. The limit of `soak` grows.
    testTimeout: Math.max(120_000, scaled(12_000)),
    hookTimeout: 120_000,
    // A second, its default, is short for a machine that runs every package's tests at once.
    expect: { poll: { timeout: 60_000 } },
  },
})

/** Reports errors from outside of any test. They fail the run, but Vitest's JSON leaves them out. */
function reportUnhandled(): Reporter {
  let root = ''
  return {
    onInit(vitest) {
      root = vitest.config.root
    },
    onTestRunEnd(_, errors) {
      if (errors.length === 0) return
      const testResults = errors.map(({ name, message, stack }) => ({
        name: join(root, 'outside of any test'),
        status: 'failed',
        assertionResults: [],
        message: stack ?? `${name}: ${message}`,
      }))
      const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
      mkdirSync(join(root, 'reports'), { recursive: true })
      writeFileSync(
        join(root, 'reports', `unhandled-${process.pid}.json`),
        JSON.stringify({ ...counts, testResults }),
      )
    },
  }
}
