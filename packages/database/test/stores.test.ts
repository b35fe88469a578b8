import { afterAll, beforeAll, describe } from 'vitest'
import { startStore, storeKinds, type TestStore } from '../src/testing/index.ts'
import { describeJobs } from './suite/jobs.ts'
import { describeListening } from './suite/listening.ts'
import { describeOpening } from './suite/opening.ts'
import { describeTransactions } from './suite/transactions.ts'
import { describeValues } from './suite/values.ts'

describe.each(storeKinds)('the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore(kind)
  })
  afterAll(() => store.stop())

  const createLocation = () => store.createLocation()
  describeOpening(createLocation)
  describeTransactions(createLocation)
  describeJobs(createLocation)
  describeListening(createLocation)
  describeValues(createLocation)
})
