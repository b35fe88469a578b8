import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Db } from 'pg-boss'
import type { Channel, Listener } from './channel.ts'
import type { TransactionGuard } from './transaction-guard.ts'

/** Typed SQL over either store. */
export type Orm = PgDatabase<PgQueryResultHKT>

/**
 * As Drizzle calls a connection that knows no tables. Told wherever it would be inferred, as for that
 * the compiler compares all of Drizzle with itself.
 */
export type NoSchema = Record<string, never>

/** Statements that commit or vanish together. Its own `transaction` is a savepoint. */
export type Transaction = Orm

/** Where the data lies. */
export type StoreLocation =
  /** In this process; in memory where the folder is `null`. */
  | { kind: 'embedded'; folder: string | null }
  /** A Postgres server, by its URL, which may name several hosts; `poolSize` connections at most. @default 10 */
  | { kind: 'postgres'; url: string; poolSize?: number }

export type StoreOptions = {
  guard: TransactionGuard
  /** Hears of what failed while nobody waited for it. */
  onError(error: unknown): void
}

/** What brings a store to its newest form. */
export type SetUpTools = { migrate(folder: string): Promise<void>; jobsDb: Db }

/** The one dialect over either Postgres; what differs between them ends here. */
export type Store = {
  kind: StoreLocation['kind']
  orm: Orm
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Rejects too if
   * the commit rolled back, because `work` hid that one of its statements had failed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>
  /** Runs `work` while no other process does the same; waits for one that does. */
  setUp(work: (tools: SetUpTools) => Promise<void>): Promise<void>
  /** The same connections, as the job queue takes them. */
  jobsDb: Db
  listen(channel: Channel, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}
