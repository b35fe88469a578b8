import type { StoreKind } from '@partner-platform/database/testing'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    storeKind: StoreKind | undefined
  }
}

/** The store for files named `*.stores.test.ts`: embedded in `test`, Postgres in `test:check`. */
export const storeKind: StoreKind = inject('storeKind') ?? 'embedded'
