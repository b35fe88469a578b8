import { scaled } from '@partner-platform/harness'
import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// Each test sends hundreds of requests, beside the tests of every other package.
export default mergeConfig(base, { test: { testTimeout: Math.max(300_000, scaled(3_000)) } })
