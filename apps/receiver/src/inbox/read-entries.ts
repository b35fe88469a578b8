import type { Orm } from '@partner-platform/database'
import { and, count, desc, eq, getTableColumns, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import { toPlainText } from '../store/record-set.ts'
import { arrivals, events, quarantine } from '../store/schema.ts'
import type { InboxBounds } from './arriving.ts'
import {
  type EntryDetail,
  type EntryPage,
  type EntryState,
  type EntrySummary,
  entryStates,
  type ListOptions,
} from './inbox-view.ts'
import { countBodies } from './keep-bodies.ts'

const digits = 16

/** Ids that sort by arrival, also as text. */
const toEntryId = (row: number) => String(row).padStart(digits, '0')

/** The row of an entry id. 0, which no row has, if the text is not an id. */
export const fromEntryId = (id: string) => (/^[0-9]{16}$/.test(id) ? Number(id) : 0)

/** One page of the inbox, newest first. */
export async function listEntries(
  { state, search, before, limit }: ListOptions,
  { orm, bounds }: { orm: Orm; bounds: InboxBounds },
): Promise<EntryPage> {
  const rows = await selectEntries(orm, {})
    .where(
      and(
        before === undefined ? undefined : lt(arrivals.id, fromEntryId(before)),
        state === undefined ? undefined : eq(entryState, state),
        search === undefined || search === '' ? undefined : holdsText(search),
      ),
    )
    .orderBy(desc(arrivals.id))
    .limit(limit + 1)
  const entries = rows.slice(0, limit).map(toSummary)
  return {
    entries,
    next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
    counts: await countEntries(orm),
    quarantine: await readFilling(orm, bounds),
  }
}

async function countEntries(orm: Orm): Promise<Record<EntryState, number>> {
  const rows = await orm
    .select({ state: entryState, count: count() })
    .from(arrivals)
    .leftJoin(events, eq(events.id, arrivals.eventId))
    .groupBy(entryState)
  const counted = new Map(rows.map((row) => [row.state, row.count]))
  const counts = entryStates.map((state) => [state, counted.get(state) ?? 0])
  return Object.fromEntries(counts) as Record<EntryState, number>
}

async function readFilling(orm: Orm, bounds: InboxBounds): Promise<EntryPage['quarantine']> {
  const { verifiedRows, verifiedBytes, quarantineRows, quarantineBytes } = bounds
  const [verified, unverified] = [await countBodies(orm, true), await countBodies(orm, false)]
  return {
    verified: { ...verified, limitRows: verifiedRows, limitBytes: verifiedBytes },
    unverified: { ...unverified, limitRows: quarantineRows, limitBytes: quarantineBytes },
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
export async function readEntry(id: string, orm: Orm): Promise<EntryDetail | undefined> {
  const stored = sql<Uint8Array | null>`coalesce(${events.body}, ${quarantine.body})`
  const more = { body: stored, issues: quarantine.issues }
  const [entry] = await selectEntries(orm, more).where(eq(arrivals.id, fromEntryId(id)))
  if (!entry?.body) return undefined
  const { arrival, body, issues } = entry
  const { headers, departures } = arrival
  return { ...toSummary(entry), headers, body, issues: issues ?? [], departures }
}

/** The state of an arrival, from its event or body. */
const entryState = sql<EntryState>`case
  when ${arrivals.outcome} <> 'accepted' then ${arrivals.outcome}
  when ${events.handling} = 'failed' then 'failed'
  when ${events.superseded} then 'superseded'
  when ${events.handling} = 'handled' then 'handled'
  else 'accepted' end`

const { body: _body, occurredAt: _occurredAt, ...columnsOfEvent } = getTableColumns(events)
const { body: _bytes, issues: _issues, ...columnsOfBody } = getTableColumns(quarantine)
/** As a number: Postgres may write very old times with seconds in the offset, which `Date` cannot read. */
const occurredAtMs = sql<number | null>`(extract(epoch from ${events.occurredAt}) * 1000)::float8`
const columns = {
  arrival: arrivals,
  state: entryState,
  event: columnsOfEvent,
  occurredAtMs,
  kept: columnsOfBody,
}

/** Every entry as a row, with more columns. Add conditions to it. */
const selectEntries = <More extends SelectedFields>(orm: Orm, more: More) =>
  orm
    .select({ ...columns, ...more })
    .from(arrivals)
    .leftJoin(events, eq(events.id, arrivals.eventId))
    .leftJoin(quarantine, eq(quarantine.id, arrivals.quarantineId))

type EntryRow = Awaited<ReturnType<typeof selectEntries<Record<never, never>>>>[number]

function toSummary({ arrival, state, event, occurredAtMs, kept }: EntryRow): EntrySummary {
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
    occurredAt:
      occurredAtMs === null ? (kept?.occurredAt ?? null) : new Date(occurredAtMs).toISOString(),
    canReplay: outcome === 'accepted' && canReplay(event?.handling),
    canAccept: kept?.verified ?? false,
  }
}

const nothing = { name: null, submissionUuid: null, status: null }

/** A waiting event is already queued; the rest has no handler. */
const canReplay = (handling: string | undefined) => handling === 'handled' || handling === 'failed'
