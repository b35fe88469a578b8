import type { Transaction } from '@partner-platform/database'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'
import type { ServerDatabase } from './store/open-store.ts'

/** What every write of the platform needs. */
export type PlatformContext = {
  tx: Transaction
  database: Pick<ServerDatabase, 'jobs' | 'within' | 'secretCipher'>
  clock: Clock
  random: Random
  /** Most deliveries that one transaction moves. @default 500 */
  batchSize?: number
}
