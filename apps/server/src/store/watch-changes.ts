import type { Database } from '@partner-platform/database'
import { channels, hasAnnounced } from './channels.ts'
import type { ServerDatabase } from './open-store.ts'

/** Tells whether cached values are still valid. */
export type Freshness = {
  /** Changes whenever a cached value may be outdated. */
  readonly generation: number
  /** Whether this process hears of changes. If not, cache nothing. */
  readonly isLive: boolean
}

export type ChangeWatch = Freshness & {
  /** Invalidates cached values before the announcement arrives. */
  forget(): void
  close(): Promise<void>
}

/** Watches for changes to keys, origins and countries by any process. */
export async function watchChanges(database: Pick<Database, 'listen'>): Promise<ChangeWatch> {
  const watch = {
    generation: 0,
    isLive: false,
    forget() {
      watch.generation += 1
    },
  }
  const close = await database.listen(channels.access, {
    onPayload: () => watch.forget(),
    onLive(isLive) {
      watch.forget()
      watch.isLive = isLive
    },
  })
  return Object.assign(watch, { close })
}

/**
 * The same store, but a transaction that announces a change invalidates this process's cache before it
 * resolves. The store's own notification comes later, and until then a revoked key would work.
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
        // Also if the commit rejects: it may have taken effect.
        if (isAnnounced) changes.forget()
      }
    },
  }
}
