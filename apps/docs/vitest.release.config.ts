import shared from '@partner-platform/harness/vitest'

export default {
  ...shared,
  test: {
    ...shared.test,
    include: ['test/**/*.release.ts'],
    outputFile: { json: 'reports/release.json' },
    hookTimeout: 600_000,
  },
}
