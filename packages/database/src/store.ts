import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Db } from 'pg-boss'

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
  /** In this process; in memory if the folder is `null`. */
  | { kind: 'embedded'; folder: string | null }
  /** A Postgres server, by its URL, which may name several hosts; `poolSize` connections at most. @default 10 */
  | { kind: 'postgres'; url: string; poolSize?: number }

export type StoreOptions = {
  guard: TransactionGuard
  /** Hears of what failed while nobody waited for it. */
  onError(error: unknown): void
}

/** What brings a store to its newest form. */
type SetUpTools = { migrate(folder: string): Promise<void>; jobsDb: Db }

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

/** Name of a channel of notifications: a lower-case letter, then letters, digits, underscores; at most 63. */
export type Channel = string

/** Hears what any process on the same store says on a channel. */
export type Listener = {
  /** What was said, in the order it was committed. */
  onPayload(payload: string): void
  /**
   * Whether the line stands. While it does not, what is said is lost: who keeps copies of rows must
   * forget them when it breaks, and may keep new ones from when it stands again.
   */
  onLive(isLive: boolean): void
}

/** A name is put into statements without quotes. */
export function assertChannel(channel: Channel): void {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(channel)) return
  throw new TypeError(
    `The channel name of ${channel.length} characters is invalid. Use a lower-case ASCII character, then lower-case characters, digits and underscores, at most 63.`,
  )
}

/** Knows whether the code that runs is inside a transaction of this store. */
export type TransactionGuard = {
  /** Runs `work` as the inside of a transaction. */
  inside<T>(work: () => Promise<T>): Promise<T>
  /** Throws a `TypeError` inside of a transaction that has not ended. */
  assertOutside(): void
}

/**
 * What a transaction does not see must not be asked for inside of it: on the embedded store, which has
 * one connection, it would wait for the transaction for ever, and on Postgres take a second connection
 * while it holds the first, which waits for ever once every connection does so.
 */
export function createTransactionGuard(): TransactionGuard {
  const scope = new AsyncLocalStorage<{ hasEnded: boolean }>()
  return {
    async inside(work) {
      const transaction = { hasEnded: false }
      try {
        return await scope.run(transaction, work)
      } finally {
        // What was started inside and lives on may use the store like anybody else.
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
