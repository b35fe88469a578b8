import shared from '@partner-platform/harness/vitest'

// Most of a run is waiting: for slow bodies, and for what is not to happen.
export default { ...shared, test: { ...shared.test, maxConcurrency: 12 } }
