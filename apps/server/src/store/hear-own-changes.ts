import { hasAnnounced } from './channels.ts'
import type { ServerDatabase } from './open-store.ts'
import type { ChangeWatch } from './watch-changes.ts'

/**
 * The same store for who answers to changes: what one of its transactions announced is known in this
 * process before the transaction resolves. The store would tell of it a moment later, as it tells the
 * other processes, and a key that was just revoked would open that long.
 */
export function hearOwnChanges(database: ServerDatabase, changes: ChangeWatch): ServerDatabase {
  return {
    ...database,
    async transaction(work) {
      let isAnnounced = false
      try {
        return await database.transaction(async (tx) => {
          const result = await work(tx)
          isAnnounced = hasAnnounced(tx, 'access')
          return result
        })
      } finally {
        // Also where the commit rejected: it may have taken effect all the same.
        if (isAnnounced) changes.forget()
      }
    },
  }
}
