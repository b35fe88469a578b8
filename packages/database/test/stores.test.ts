import { afterAll, beforeAll, describe } from 'vitest'
import { startStore, type TestStore } from '../src/testing/index.ts'
import { describeStore } from './suite/store.ts'

describe('the embedded store', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore('embedded')
  })
  afterAll(() => store.stop())
  describeStore(() => store)
})
