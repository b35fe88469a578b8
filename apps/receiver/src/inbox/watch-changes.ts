import type { Database } from '@partner-platform/database'
import { channels } from '../store/queue-events.ts'

/** Minimum time between two calls. */
const restMs = 350

/** Watches for changes of the inbox by any process. */
export async function watchChanges(database: Pick<Database, 'listen'>) {
  const watchers = new Set<{ onChange: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isChanged = false
  const notify = () => {
    isChanged = watchers.size > 0
    if (timer || !isChanged) return
    isChanged = false
    timer = setTimeout(() => {
      timer = undefined
      if (isChanged) notify()
    }, restMs).unref()
    for (const { onChange } of [...watchers]) onChange()
  }
  // The connection may have missed changes while it was down.
  const unlisten = await database.listen(channels.changes, { onPayload: notify, onLive: notify })
  return {
    /** Calls back after changes, at a limited rate. Returns a function that stops it. */
    watch(onChange: () => void): () => void {
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
