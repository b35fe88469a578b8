import base from '@partner-platform/harness/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(base, {
  test: {
    globalSetup: ['test/own-folder.ts'],
    setupFiles: ['test/each-file.ts'],
    expect: { poll: { interval: 10 } },
  },
})
