import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Db } from 'pg-boss'

/** Typed SQL over either store. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** Drizzle's type for a connection without tables. Written out because inferring it is slow to compile. */
export type NoSchema = Record<string, never>

/** Statements that commit or roll back together. Its own `transaction` is a savepoint. */
export type Transaction = Orm

/** The location of the data. */
export type StoreLocation =
  /** In this process; in memory if the folder is `null`. */
  | { kind: 'embedded'; folder: string | null }
  /** A Postgres server. The URL may name several hosts; `poolSize` limits the connections. @default 10 */
  | { kind: 'postgres'; url: string; poolSize?: number }

/** Most statements that one connection or engine keeps prepared: some texts vary with the number of rows. */
export const mostPrepared = 200

/**
 * A queue can fill before Postgres updates its statistics. A planner that assumes an empty table would read
 * and sort the whole queue for every few jobs, and a prepared statement would keep that plan; this makes it
 * read in index order.
 */
export const planInOrder = ['-c', 'enable_bitmapscan=off', '-c', 'enable_seqscan=off']

export type StoreOptions = {
  guard: TransactionGuard
  /** Receives errors that nobody awaits. */
  onError(error: unknown): void
}

/** Migrates a store to its newest form. */
type SetUpTools = { migrate(folder: string): Promise<void>; jobsDb: Db }

export type Values = readonly unknown[] | (() => readonly unknown[])

export const toValues = (values: Values = []): unknown[] => [
  ...(typeof values === 'function' ? values() : values),
]

/** The common interface of both kinds of Postgres. */
export type Store = {
  kind: StoreLocation['kind']
  orm: Orm
  /** Values from a function are those of the moment when the statement starts. */
  query<Row>(text: string, values?: Values): Promise<Row[]>
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Rejects too if
   * the commit rolled back, because `work` hid that one of its statements had failed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>
  /** Runs `work` in one process at a time; waits for a process that already does. */
  setUp(work: (tools: SetUpTools) => Promise<void>): Promise<void>
  /** The same connections, in the form that the job queue accepts. */
  jobsDb: Db
  /** A channel has 1 to 63 lower-case letters, digits and underscores, and starts with a letter. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Receives the notifications that any process on the same store sends on a channel. */
export type Listener = {
  /** Receives the notifications, in the order of their commits. */
  onPayload(payload: string): void
  /**
   * Whether the channel is connected. Notifications sent while it is not are lost: discard cached rows
   * when it disconnects, and cache again once it is connected.
   */
  onLive(isLive: boolean): void
}

/** Statements contain the name without quotes. */
export function assertChannel(channel: string): void {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(channel)) return
  throw new TypeError(
    `The channel name of ${channel.length} characters is invalid. Use a lower-case ASCII letter, then lower-case letters, digits and underscores, at most 63 in all.`,
  )
}

/** Tells whether the running code is inside a transaction of this store. */
export type TransactionGuard = {
  /** Runs `work` as the inside of a transaction. */
  inside<T>(work: () => Promise<T>): Promise<T>
  /** Throws a `TypeError` inside a transaction that has not ended. */
  assertOutside(): void
}

/**
 * Code inside a transaction must not use the store outside of it. On the embedded store, which has one
 * connection, it would wait forever for its own transaction. On Postgres it would need a second
 * connection while it holds the first: a deadlock once every connection does so.
 */
export function createTransactionGuard(): TransactionGuard {
  const scope = new AsyncLocalStorage<{ hasEnded: boolean }>()
  return {
    async inside(work) {
      const transaction = { hasEnded: false }
      try {
        return await scope.run(transaction, work)
      } finally {
        // Code that outlives its transaction may use the store again.
        transaction.hasEnded = true
      }
    },
    assertOutside() {
      if (scope.getStore()?.hasEnded !== false) return
      throw new TypeError(
        'The database was used inside a transaction. Use tx for statements, { db: database.within(tx) } for jobs, and tx.transaction for a savepoint; use anything else after the transaction.',
      )
    },
  }
}
