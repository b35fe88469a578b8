import { defineConfig } from 'vitest/config'
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

/** Tests that judge by the clock come when the others are over, each file alone. */
const group = (name: string, include: string, maxWorkers: number, groupOrder: number) => ({
  ...base,
  extends: false as const,
  test: { ...base.test, name, include: [include], maxWorkers, sequence: { groupOrder } },
})

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    sequence: { sequencer: LongestFirst },
    outputFile: { json: 'reports/faults.json' },
    projects: [
      group('faults', 'test/faults/*.test.ts', 2, 0),
      group('timed faults', 'test/faults/timed/*.test.ts', 1, 1),
    ],
  },
})
