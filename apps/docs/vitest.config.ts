import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(base, { test: { globalSetup: ['test/build-site.ts'] } })
