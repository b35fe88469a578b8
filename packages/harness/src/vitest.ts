import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { scaled } from './scaled.ts'

// Vitest hands these to Node as well, where `import` would have `require` load ES modules.
const conditions = ['@partner-platform/source', 'node']
const quickModules = fileURLToPath(new URL('quick-modules.ts', import.meta.url))

/** The one test set-up: workspace packages run from source. A package without tests fails, and so does `only`. */
// biome-ignore lint/style/noDefaultExport: a Vitest configuration is a default export.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    // Imports are loaded once for all files: a third less work. So no test may leave traces for another.
    isolate: false,
    // The embedded store is WebAssembly. Compiling it a second time for speed costs more than it saves.
    execArgv: ['--liftoff-only', '--import', quickModules],
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', 'json', reportUnhandled()],
    outputFile: { json: 'reports/test.json' },
    // A title that is cut at 40 characters loses the rules that it cites, and so the trace loses a test.
    taskTitleValueFormatTruncate: 200,
    // Generous, for slow machines. `check` runs twice the random cases; the time of `soak` grows with them.
    testTimeout: Math.max(120_000, scaled(12_000)),
    hookTimeout: 120_000,
    // A second, its default, is short for a machine that runs every package's tests at once.
    expect: { poll: { timeout: 60_000 } },
  },
})

/** Reports what was thrown outside of any test, which Vitest's JSON leaves out although it fails the run. */
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
