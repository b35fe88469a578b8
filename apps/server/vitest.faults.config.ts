import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** What takes longest begins first, so that nothing else waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('kill-cycles')
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default mergeConfig(base, {
  test: {
    globalSetup: ['test/one-postgres.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
