import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// The store is WebAssembly. Compiling it a second time for speed costs more than it saves.
export default mergeConfig(base, { test: { execArgv: ['--liftoff-only'] } })
