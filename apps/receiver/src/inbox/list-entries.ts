import type { Database } from '@partner-platform/database'
import { and, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { arrivals, events, quarantine } from '../store/schema.ts'
import type { InboxBounds } from './bounds.ts'
import { fromEntryId } from './entry-id.ts'
import {
  type EntryPage,
  type EntryState,
  entryStates,
  type Filling,
  type ListOptions,
} from './inbox-view.ts'
import { toPlainText } from './plain-text.ts'
import { entryState, selectEntries, toSummary } from './select-entries.ts'

/** One page of the inbox, newest first. */
export async function listEntries(
  { state, search, before, limit }: ListOptions,
  { database: { orm }, bounds }: { database: Pick<Database, 'orm'>; bounds: InboxBounds },
): Promise<EntryPage> {
  const counts = await countEntries(orm)
  const filled = await readFilling(orm, bounds)
  const last = before === undefined ? undefined : fromEntryId(before)
  if (before !== undefined && last === undefined) {
    return { entries: [], next: null, counts, quarantine: filled }
  }
  const rows = await selectEntries(orm)
    .where(
      and(
        last === undefined ? undefined : lt(arrivals.id, last),
        state === undefined ? undefined : eq(entryState, state),
        search === undefined || search === '' ? undefined : holdsText(search),
      ),
    )
    .orderBy(desc(arrivals.id))
    .limit(limit + 1)
  const entries = rows.slice(0, limit).map(toSummary)
  const next = rows.length > limit ? (entries.at(-1)?.id ?? null) : null
  return { entries, next, counts, quarantine: filled }
}

async function countEntries(orm: Database['orm']): Promise<Record<EntryState, number>> {
  const rows = await orm
    .select({ state: entryState, count: count() })
    .from(arrivals)
    .leftJoin(events, eq(events.id, arrivals.eventId))
    .groupBy(entryState)
  const counted = new Map(rows.map((row) => [row.state, row.count]))
  const counts = entryStates.map((state) => [state, counted.get(state) ?? 0])
  return Object.fromEntries(counts) as Record<EntryState, number>
}

async function readFilling(
  orm: Database['orm'],
  bounds: InboxBounds,
): Promise<EntryPage['quarantine']> {
  const held = await orm
    .select({
      verified: quarantine.verified,
      rows: count(),
      bytes: sql<number>`sum(${quarantine.bodyBytes})`.mapWith(Number),
    })
    .from(quarantine)
    .groupBy(quarantine.verified)
  const toFilling = (verified: boolean, limitRows: number, limitBytes: number): Filling => {
    const { rows = 0, bytes = 0 } = held.find((part) => part.verified === verified) ?? {}
    return { rows, bytes, limitRows, limitBytes }
  }
  return {
    verified: toFilling(true, bounds.verifiedRows, bounds.verifiedBytes),
    unverified: toFilling(false, bounds.quarantineRows, bounds.quarantineBytes),
  }
}

/** Characters of a body in quarantine that are searched; its first ones. */
const searchedCharacters = sql.raw('8192')

const searched = [
  events.name,
  events.status,
  events.submissionUuid,
  // What is an event is well-formed text.
  sql`convert_from(${events.body}, 'UTF8')`,
  arrivals.storageKey,
  quarantine.code,
  quarantine.name,
  quarantine.status,
  quarantine.submissionUuid,
  // Anyone may fill the quarantine, and a store in this process answers nobody else while it searches.
  sql`left(case when ${quarantine.isText} then convert_from(${quarantine.body}, 'UTF8')
    else encode(substring(${quarantine.body} for ${searchedCharacters}), 'escape') end, ${searchedCharacters})`,
]

/** Whether any of the texts holds this one, capital letters or not. */
function holdsText(search: string): SQL | undefined {
  const pattern = `%${toPlainText(search).replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(...searched.map((text) => sql`${text} ilike ${pattern}`))
}
