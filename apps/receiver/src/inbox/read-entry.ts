import type { Database } from '@partner-platform/database'
import { eq } from 'drizzle-orm'
import { arrivals, events, quarantine } from '../store/schema.ts'
import { fromEntryId } from './entry-id.ts'
import type { EntryDetail } from './inbox-view.ts'
import { selectEntries, toSummary } from './select-entries.ts'

type Orm = Database['orm']

/** All of one entry, or `undefined` for one that is not there any more. */
export async function readEntry(
  id: string,
  { orm }: Pick<Database, 'orm'>,
): Promise<EntryDetail | undefined> {
  const row = fromEntryId(id)
  if (row === undefined) return undefined
  const [entry] = await selectEntries(orm).where(eq(arrivals.id, row))
  if (!entry) return undefined
  const kept = await readKept(entry.arrival, orm)
  // It may have made room for another one meanwhile.
  return kept && { ...toSummary(entry), headers: entry.arrival.headers, ...kept }
}

type Place = { eventId: number | null; quarantineId: number | null }

async function readKept(
  { eventId, quarantineId }: Place,
  orm: Orm,
): Promise<Pick<EntryDetail, 'body' | 'issues'> | undefined> {
  if (eventId !== null) {
    const [kept] = await orm
      .select({ body: events.body })
      .from(events)
      .where(eq(events.id, eventId))
    return kept && { ...kept, issues: [] }
  }
  const [kept] = await orm
    .select({ body: quarantine.body, issues: quarantine.issues })
    .from(quarantine)
    .where(eq(quarantine.id, quarantineId ?? 0))
  return kept
}
