import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/test.json' },
    testTimeout: 60_000,
  },
})
