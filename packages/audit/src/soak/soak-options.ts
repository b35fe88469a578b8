import type { StoreKind } from '@partner-platform/database/testing'

export type SoakOptions = {
  /** SIGKILL cycles over all. */
  cycles: number
  /** Cycle that is the first; those before it were done by an earlier run with the same seed. */
  from: number
  /** Events that one endpoint gets at once; 0 leaves that part out. */
  burst: number
  /** Events that go through sender and receiver while months pass; 0 skips that part. */
  events: number
  seed: number
  /** How many times the random cases of `test` the property tests run; 0 leaves them out. */
  scale: number
  stores: readonly StoreKind[]
}

/** Cycles on one store, before it is audited and thrown away. */
export const batchSize = 50
