import type { Database } from '@partner-platform/database'
import { channels } from '../store/queue-events.ts'

export type Changes = {
  /** Calls back when something changed, now and then. Gives a function that ends it. */
  watch(onChange: () => void): () => void
  close(): Promise<void>
}

/** How long after one call the next one waits. */
const restMs = 350

/** Hears of every change of the inbox, by whichever process. */
export async function watchChanges(database: Pick<Database, 'listen'>): Promise<Changes> {
  const watchers = new Set<{ onChange: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isChanged = false
  const tell = () => {
    isChanged = watchers.size > 0
    if (timer || !isChanged) return
    isChanged = false
    timer = setTimeout(() => {
      timer = undefined
      if (isChanged) tell()
    }, restMs).unref()
    for (const { onChange } of [...watchers]) onChange()
  }
  // A line that broke or stands again may have missed something.
  const unlisten = await database.listen(channels.changes, { onPayload: tell, onLive: tell })
  return {
    watch(onChange) {
      const watcher = { onChange }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    async close() {
      clearTimeout(timer)
      watchers.clear()
      await unlisten()
    },
  }
}
