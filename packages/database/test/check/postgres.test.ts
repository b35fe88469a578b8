import { afterAll, beforeAll, describe } from 'vitest'
import { startStore, type TestStore } from '../../src/testing/index.ts'
import { openTestDatabase } from '../open-test-database.ts'
import { describeContract } from '../suite/contract.ts'
import { describeStore } from '../suite/store.ts'
import { describeClocks } from './suite/clocks.ts'
import { describeOpeners } from './suite/openers.ts'

// In one file, so that all of them share one server.
let store: TestStore
beforeAll(async () => {
  store = await startStore('postgres')
})
afterAll(() => store.stop())
const use = () => store

describe('the contract in the postgres store', () =>
  describeContract(async () => openTestDatabase(await store.createLocation())))
describe('the postgres store', () => describeStore(use))
describe('F8 a clock of the process that is set', () => describeClocks(use))
describeOpeners(use)
