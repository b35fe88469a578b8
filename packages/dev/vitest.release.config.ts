import shared from '@partner-platform/harness/vitest'

export default {
  ...shared,
  test: {
    ...shared.test,
    include: ['test/release/*.release.ts'],
    outputFile: { json: 'reports/release.json' },
    // It installs, builds, publishes and installs again.
    hookTimeout: 900_000,
  },
}
