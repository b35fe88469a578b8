import type { Database } from '@partner-platform/database'
import type { InboxBounds } from './bounds.ts'
import type { InboxView } from './inbox-view.ts'
import { listEntries } from './list-entries.ts'
import { readEntry } from './read-entry.ts'
import { replayEntry } from './replay-entry.ts'
import type { Changes } from './watch-changes.ts'

/** The inbox of a store, for people to look at. */
export const createView = (
  database: Database,
  { changes: { watch }, bounds }: { changes: Pick<Changes, 'watch'>; bounds: InboxBounds },
): InboxView => ({
  list: (options) => listEntries(options, { database, bounds }),
  read: (id) => readEntry(id, database),
  replay: (id) => replayEntry(id, database),
  watch,
})
