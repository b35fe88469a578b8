import { openEmbeddedStore } from '../src/embedded-store.ts'
import { createTransactionGuard, type Store } from '../src/store.ts'

/** An embedded store without tables or a job queue, which take most of the opening time. */
export const openEmbedded = (folder: string): Promise<Store> =>
  openEmbeddedStore(folder, { guard: createTransactionGuard(), onError() {} })
