import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** The tests that `test` leaves out, the store tests on Postgres, and the tests with random input. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  {
    test: {
      include: ['test/check/**/*.test.ts', 'test/**/*.{stores,property}.test.ts'],
      // As in packages/database: few of these tests use the embedded store, each for a moment.
      execArgv: ['--liftoff-only'],
      globalSetup: ['test/one-postgres.ts'],
      provide: { storeKind: 'postgres' },
      outputFile: { json: 'reports/check.json' },
    },
  },
)
