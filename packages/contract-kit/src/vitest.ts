import { defineConfig } from 'vitest/config'

const conditions = ['@partner-platform/source', 'node', 'import', 'module', 'default']

/** The one test setup: workspace packages run from source, results go to `reports/vitest.json`. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    testTimeout: 60_000,
  },
})
