import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/test.json' },
    // A title that is cut at 40 characters loses the rules that it cites.
    taskTitleValueFormatTruncate: 200,
    testTimeout: 60_000,
  },
})
