import shared from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

// Half of the time goes into the corpus, the other half into the command: side by side.
export default mergeConfig(shared, { test: { maxWorkers: 2 } })
