import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** What `test` leaves out, what it runs on the embedded store, and its tests with random input. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  {
    test: {
      include: ['test/check/**/*.test.ts', 'test/**/*.{stores,property}.test.ts'],
      provide: { storeKind: 'postgres' },
      outputFile: { json: 'reports/check.json' },
    },
  },
)
