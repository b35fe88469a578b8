import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/test.json' },
    testTimeout: 60_000,
  },
})
