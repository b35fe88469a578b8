import { defineConfig } from 'vitest/config'
import { reportUnhandled } from './report-unhandled.ts'
import { scaled } from './scaled.ts'

// Vitest hands these to Node as well, where `import` would have `require` load ES modules.
const conditions = ['@partner-platform/source', 'node']

/**
 * The one test setup: workspace packages run from source, results go to `reports/test.json`. A
 * package without tests fails, and so does a test that is marked `only`.
 */
// biome-ignore lint/style/noDefaultExport: a Vitest configuration is a default export.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    // What a file imports is loaded once for all files: a third less work. So no test may leave behind
    // what another would feel.
    isolate: false,
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', 'json', reportUnhandled()],
    outputFile: { json: 'reports/test.json' },
    // A title that is cut at 40 characters loses the rules that it cites, and so the trace loses a test.
    taskTitleValueFormatTruncate: 200,
    // Generous, for slow machines. `check` runs four times the random cases; for `soak`, the time grows
    // with the cases.
    testTimeout: Math.max(120_000, scaled(12_000)),
    hookTimeout: 120_000,
    // A second, its default, is short for a machine that runs every package's tests at once.
    expect: { poll: { timeout: 60_000 } },
  },
})
