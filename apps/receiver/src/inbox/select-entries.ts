import type { Orm } from '@partner-platform/database'
import { eq, sql } from 'drizzle-orm'
import { arrivals, events, quarantine } from '../store/schema.ts'
import { toEntryId } from './entry-id.ts'
import type { EntryState, EntrySummary } from './inbox-view.ts'

/** What an arrival is now, by the event or the body that it belongs to. */
export const entryState = sql<EntryState>`case
  when ${arrivals.outcome} <> 'accepted' then ${arrivals.outcome}
  when ${events.handling} = 'failed' then 'failed'
  when ${events.superseded} then 'superseded'
  when ${events.handling} = 'handled' then 'handled'
  else 'accepted' end`

/** Every entry as a row, to be narrowed down. */
export const selectEntries = (orm: Orm) =>
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

// By the first column it is told whether there is a row: it must be one that is never null.
const columnsOfBody = {
  code: quarantine.code,
  verified: quarantine.verified,
  name: quarantine.name,
  submissionUuid: quarantine.submissionUuid,
  status: quarantine.status,
  occurredAt: quarantine.occurredAt,
}

export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

export function toSummary({ arrival, state, event, kept }: EntryRow): EntrySummary {
  const { id, receivedAt, notes, bodyBytes, storageKey, outcome } = arrival
  const { name, submissionUuid, status } = event ?? kept ?? nothing
  return {
    id: toEntryId(id),
    receivedAtMs: receivedAt.getTime(),
    ...{ state, notes, bodyBytes, storageKey, submissionUuid, status, eventName: name },
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

/** What waits is in the queue already, and the rest has no handler. */
const canReplay = (handling: string | undefined) => handling === 'handled' || handling === 'failed'
