import type { StoreLocation } from '@partner-platform/database'
import {
  type StoreKind,
  startStore,
  storeKinds,
  type TestStore,
} from '@partner-platform/database/testing'
import { afterAll, beforeAll } from 'vitest'

/** Gives empty stores of either kind to the tests of a file, all of which may run at once. */
export function useStores(): (kind: StoreKind) => Promise<StoreLocation> {
  const stores = new Map<StoreKind, TestStore>()
  beforeAll(async () => {
    for (const kind of storeKinds) stores.set(kind, await startStore(kind))
  })
  afterAll(async () => {
    for (const store of stores.values()) await store.stop()
  })
  return async (kind) => {
    const store = stores.get(kind)
    if (!store) throw new TypeError('The stores do not run: expected a call inside of a test.')
    return store.createLocation()
  }
}
