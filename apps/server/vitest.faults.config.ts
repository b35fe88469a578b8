import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

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
    outputFile: { json: 'reports/faults.json' },
    projects: [
      group('faults', 'test/faults/*.test.ts', 2, 0),
      group('timed faults', 'test/faults/timed/*.test.ts', 1, 1),
    ],
  },
})
