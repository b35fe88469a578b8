import { type AcceptContext, acceptEntry } from './accept-entry.ts'
import type { InboxBounds } from './bounds.ts'
import type { InboxView } from './inbox-view.ts'
import { listEntries } from './list-entries.ts'
import { readEntry } from './read-entry.ts'
import { replayEntry } from './replay-entry.ts'
import type { Changes } from './watch-changes.ts'

type ViewContext = AcceptContext & { changes: Pick<Changes, 'watch'>; bounds: InboxBounds }

/** The inbox of a store, for people to look at. */
export function createView({ changes, bounds, ...context }: ViewContext): InboxView {
  const { database } = context
  return {
    list: (options) => listEntries(options, { database, bounds }),
    read: (id) => readEntry(id, database),
    replay: (id) => replayEntry(id, database),
    accept: (id, options) => acceptEntry(id, options, context),
    watch: changes.watch,
  }
}
