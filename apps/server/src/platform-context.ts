import type { Transaction } from '@partner-platform/database'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'
import type { ServerDatabase } from './store/open-store.ts'

/** What every write of the platform needs: the transaction it is part of, the queue, time and chance. */
export type PlatformContext = {
  tx: Transaction
  database: Pick<ServerDatabase, 'jobs' | 'within' | 'secretCipher'>
  clock: Clock
  random: Random
  /** How many deliveries one transaction moves at most. @default 500 */
  batchSize?: number
}
