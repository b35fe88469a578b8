import { afterAll, beforeAll } from 'vitest'
import { openEmbeddedStore } from '../src/embedded-store.ts'
import { createTransactionGuard, type Store } from '../src/store.ts'
import { startStore, type TestStore } from '../src/testing/index.ts'

/** An embedded store without tables or a job queue, which take most of the opening time. */
export const openEmbedded = (folder: string): Promise<Store> =>
  openEmbeddedStore(folder, { guard: createTransactionGuard(), onError() {} })

/** Gives empty data folders to the tests of a file. */
export function useFolders(): () => Promise<string> {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore('embedded')
  })
  afterAll(() => store.stop())
  return async () => {
    const { folder } = (await store.createLocation()) as { folder: string }
    return folder
  }
}
