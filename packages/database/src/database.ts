import type { Db, PgBoss } from 'pg-boss'
import type { Store, Transaction } from './store.ts'

export type { Orm, Transaction } from './store.ts'

/** What is used of the job queue: jobs are sent within a transaction, fetched, and completed. */
export type Jobs = Pick<
  PgBoss,
  'send' | 'insert' | 'fetch' | 'complete' | 'fail' | 'getQueueStats' | 'findJobs'
>

/**
 * One open store with its job queue. Inside a transaction everything but `within` throws a `TypeError`,
 * and so does a call of `jobs` without `{ db: database.within(tx) }`.
 */
export type Database = Pick<Store, 'kind' | 'orm' | 'query' | 'transaction' | 'listen'> & {
  jobs: Jobs
  /** What a call of `jobs` takes as `db`, so that it commits or vanishes with the transaction. */
  within(tx: Transaction): Db
  /**
   * Gives every job of the queue that is being worked on, by whichever process, back to it; each has
   * used up one of its tries. For a start at which nobody else can be working.
   */
  releaseJobs(queue: string): Promise<void>
  /** Stops hearing and working. Waits at most 6 s for what is under way. */
  close(): Promise<void>
}
