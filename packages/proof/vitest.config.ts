import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// Each test sends hundreds of requests, beside the tests of every other package.
export default mergeConfig(base, { test: { testTimeout: 300_000 } })
