import shared from '@partner-platform/harness/vitest'

export default {
  ...shared,
  test: {
    ...shared.test,
    include: ['test/**/*.host.ts'],
    outputFile: { json: 'reports/hosts.json' },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
}
