import type { StoreKind } from '@partner-platform/database/testing'

export type SoakOptions = {
  cycles: number
  /** First cycle to run; an earlier run with the same seed did those before it. */
  from: number
  /** Events that one endpoint gets at once; 0 skips that part. */
  burst: number
  /** Events that go through sender and receiver while months pass; 0 skips that part. */
  events: number
  seed: number
  /** Factor for the random cases of the property tests; 0 skips them. */
  scale: number
  stores: readonly StoreKind[]
}

/** As the tests of stores have them, whose tools take a second to load. */
export const storeKinds = ['embedded', 'postgres'] as const satisfies readonly StoreKind[]

/** Cycles on one store, before it is audited and thrown away. */
export const batchSize = 50
