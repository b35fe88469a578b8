import shared from '@partner-platform/harness/vitest'

export default {
  ...shared,
  test: {
    ...shared.test,
    include: ['test/pack/*.pack.ts'],
    globalSetup: ['test/pack/set-up.ts'],
    outputFile: { json: 'reports/pack.json' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}
