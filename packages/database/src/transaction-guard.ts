import { AsyncLocalStorage } from 'node:async_hooks'

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
        'The database was used inside a transaction: expected the tx of the transaction. Use tx for statements, { db: database.within(tx) } for jobs, tx.transaction for a savepoint; anything else when it has ended.',
      )
    },
  }
}
