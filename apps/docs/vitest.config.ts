import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// The stores are WebAssembly. Compiling it a second time for speed costs more than it saves.
export default mergeConfig(base, { test: { execArgv: ['--liftoff-only'] } })
