import type { Database, Orm } from '@partner-platform/database'
import { and, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { toPlainText } from '../store/record-set.ts'
import { arrivals, events, quarantine } from '../store/schema.ts'
import type { InboxBounds } from './arriving.ts'
import {
  type EntryDetail,
  type EntryPage,
  type EntryState,
  type EntrySummary,
  entryStates,
  type Filling,
  type ListOptions,
} from './inbox-view.ts'

const digits = 16

/** Ids that sort by arrival, also as text. */
const toEntryId = (row: number) => String(row).padStart(digits, '0')

/** The row of an entry id. `undefined` if the text is not an id. */
export const fromEntryId = (id: string) => (/^[0-9]{16}$/.test(id) ? Number(id) : undefined)

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

/** Only the first characters of a quarantined body are searched. */
const searchedCharacters = sql.raw('8192')

const searched = [
  events.name,
  events.status,
  events.submissionUuid,
  // The body of an event is always valid UTF-8.
  sql`convert_from(${events.body}, 'UTF8')`,
  arrivals.storageKey,
  quarantine.code,
  quarantine.name,
  quarantine.status,
  quarantine.submissionUuid,
  // Anyone can fill the quarantine, and an embedded store answers nothing else while it searches.
  sql`left(case when ${quarantine.isText} then convert_from(${quarantine.body}, 'UTF8')
    else encode(substring(${quarantine.body} for ${searchedCharacters}), 'escape') end, ${searchedCharacters})`,
]

/** Whether any of the texts contains this one, ignoring case. */
function holdsText(search: string): SQL | undefined {
  const pattern = `%${toPlainText(search).replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(...searched.map((text) => sql`${text} ilike ${pattern}`))
}

/** One entry with all details, or `undefined` if it no longer exists. */
export async function readEntry(
  id: string,
  { orm }: Pick<Database, 'orm'>,
): Promise<EntryDetail | undefined> {
  const row = fromEntryId(id)
  if (row === undefined) return undefined
  const [entry] = await selectEntries(orm).where(eq(arrivals.id, row))
  if (!entry) return undefined
  const { headers, eventId, quarantineId } = entry.arrival
  const [kept] =
    eventId === null
      ? await orm
          .select({ body: quarantine.body, issues: quarantine.issues })
          .from(quarantine)
          .where(eq(quarantine.id, quarantineId ?? 0))
      : await orm.select({ body: events.body }).from(events).where(eq(events.id, eventId))
  // The body may have made room for another one meanwhile.
  return kept && { ...toSummary(entry), headers, issues: [], ...kept }
}

/** The state of an arrival, from its event or body. */
const entryState = sql<EntryState>`case
  when ${arrivals.outcome} <> 'accepted' then ${arrivals.outcome}
  when ${events.handling} = 'failed' then 'failed'
  when ${events.superseded} then 'superseded'
  when ${events.handling} = 'handled' then 'handled'
  else 'accepted' end`

/** Every entry as a row. Add conditions to it. */
const selectEntries = (orm: Orm) =>
  orm
    .select({ arrival: arrivals, state: entryState, event: columnsOfEvent, kept: columnsOfBody })
    .from(arrivals)
    .leftJoin(events, eq(events.id, arrivals.eventId))
    .leftJoin(quarantine, eq(quarantine.id, arrivals.quarantineId))

const columnsOfEvent = {
  name: events.name,
  submissionUuid: events.submissionUuid,
  status: events.status,
  occurredAt: events.occurredAt,
  handling: events.handling,
  tries: events.tries,
  interruptions: events.interruptions,
  lastError: events.lastError,
}

// Drizzle takes a null in the first column for a missing row, so it must never be null.
const columnsOfBody = {
  code: quarantine.code,
  verified: quarantine.verified,
  name: quarantine.name,
  submissionUuid: quarantine.submissionUuid,
  status: quarantine.status,
  occurredAt: quarantine.occurredAt,
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

function toSummary({ arrival, state, event, kept }: EntryRow): EntrySummary {
  const { id, receivedAt, notes, bodyBytes, storageKey, outcome } = arrival
  const { name, submissionUuid, status } = event ?? kept ?? nothing
  return {
    id: toEntryId(id),
    receivedAtMs: receivedAt.getTime(),
    state,
    notes,
    bodyBytes,
    storageKey,
    submissionUuid,
    status,
    eventName: name,
    code: kept?.code ?? null,
    verified: kept?.verified ?? !notes.includes('unverified'),
    tries: event?.tries ?? 0,
    interruptions: event?.interruptions ?? 0,
    lastError: event?.lastError ?? null,
    occurredAt: event?.occurredAt.toISOString() ?? kept?.occurredAt ?? null,
    canReplay: outcome === 'accepted' && canReplay(event?.handling),
    canAccept: kept?.verified ?? false,
  }
}

const nothing = { name: null, submissionUuid: null, status: null }

/** A waiting event is already queued; the rest has no handler. */
const canReplay = (handling: string | undefined) => handling === 'handled' || handling === 'failed'
