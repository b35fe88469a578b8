import shared from '@partner-platform/contract-kit/vitest'

export default {
  ...shared,
  test: {
    ...shared.test,
    include: ['test/**/*.pack.ts'],
    outputFile: { json: 'reports/pack.json' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}
