import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** The tests that `test` leaves out, the store tests on Postgres, and the tests with random input. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  {
    test: {
      include: ['test/check/**/*.test.ts', 'test/**/*.{stores,property}.test.ts'],
      globalSetup: ['test/one-postgres.ts'],
      provide: { storeKind: 'postgres' },
      outputFile: { json: 'reports/check.json' },
    },
  },
)
