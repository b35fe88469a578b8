import type { Database } from '@partner-platform/database'
import { channels } from './channels.ts'

/** Tells whether what was read may still be kept. */
export type Freshness = {
  /** Changes whenever something that is kept may have changed. */
  readonly generation: number
  /** Whether changes are heard of. While they are not, nothing may be kept. */
  readonly isLive: boolean
}

export type ChangeWatch = Freshness & {
  /** Something changed that may not have been heard of yet. */
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
