import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// The store is WebAssembly: to compile it a second time, to be faster, costs more than it gains.
export default mergeConfig(base, { test: { execArgv: ['--liftoff-only'] } })
