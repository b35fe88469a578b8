import type { Database } from '@partner-platform/database'
import { channels, hasAnnounced } from './channels.ts'
import type { ServerDatabase } from './open-store.ts'

/** Whether values that were read are still valid. */
export type Freshness = {
  /** Changes whenever a kept value may have changed. */
  readonly generation: number
  /** Whether changes are announced here. While they are not, nothing may be kept. */
  readonly isLive: boolean
}

export type ChangeWatch = Freshness & {
  /** Something changed that may not have been announced here yet. */
  forget(): void
  close(): Promise<void>
}

/** Hears of every change of keys, origins and countries, by whichever process. */
export async function watchChanges(database: Pick<Database, 'listen'>): Promise<ChangeWatch> {
  let generation = 0
  let isLive = false
  const close = await database.listen(channels.access, {
    onPayload() {
      generation += 1
    },
    onLive(live) {
      generation += 1
      isLive = live
    },
  })
  return {
    get generation() {
      return generation
    },
    get isLive() {
      return isLive
    },
    forget() {
      generation += 1
    },
    close,
  }
}

/**
 * The same store; when one of its transactions announces a change, this process forgets what it kept
 * before the transaction resolves. The store's own announcement comes a moment later, and until then a
 * revoked key would work.
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
