import { afterAll, beforeAll, describe } from 'vitest'
import type { TestStore } from '../../src/testing/index.ts'
import { openTestDatabase, queues, type TestDatabase } from '../open-test-database.ts'
import { describeJobs, jobQueues } from './jobs.ts'
import { describeListening } from './listening.ts'
import { describeOpening } from './opening.ts'
import { describeStatements } from './statements.ts'
import { describeTransactions } from './transactions.ts'
import { describeValues } from './values.ts'

/** What both stores do alike. */
export function describeStore(use: () => TestStore): void {
  describeOpening(() => use().createLocation())
  describeStatements(() => use().createLocation())

  // Apart from the others: what this store has open would look like something that they left behind.
  describe('while it is open', () => {
    const database = {} as TestDatabase
    beforeAll(async () => {
      const location = await use().createLocation()
      const all = [...queues, ...jobQueues]
      const opened = await openTestDatabase(location, { queues: all, superviseSeconds: 1 })
      Object.assign(database, opened)
    })
    afterAll(() => database.close())
    describeTransactions(database)
    describeJobs(database)
    describeListening(database)
    describeValues(database)
  })
}
