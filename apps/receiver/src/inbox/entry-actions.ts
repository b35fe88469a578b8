import type { Database } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import {
  type Aliases,
  type ParsedWebhook,
  parseInstant,
  parseWebhook,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { and, eq, inArray } from 'drizzle-orm'
import { announce, handleQueue, queueEvents, suspectQueue } from '../store/open-store.ts'
import { arrivals, events, quarantine } from '../store/schema.ts'
import { toArrivingEvent } from './arriving.ts'
import type { Acceptance, AcceptOptions } from './inbox-view.ts'
import { toEventPlace, toQueued } from './keep-deliveries.ts'
import { type KeptEvent, keepEvents } from './keep-events.ts'
import { fromEntryId } from './read-entries.ts'

type AcceptContext = {
  database: Database
  environment: Environment
  aliases: Aliases
  now: () => number
}

/**
 * Stores the event of a verified quarantine entry as if it arrived now, in one transaction. The signature was
 * verified when the bytes arrived. @see specs/decisions D-008
 */
export async function acceptEntry(
  id: string,
  options: AcceptOptions | undefined,
  context: AcceptContext,
): Promise<Acceptance> {
  const row = fromEntryId(id)
  const { database, environment, aliases, now } = context
  return database.transaction(async (tx) => {
    const [arrival] = await tx.select().from(arrivals).where(eq(arrivals.id, row))
    if (!arrival) return { outcome: 'unknown' }
    // A concurrent accept of the same entry waits for this transaction, then finds nothing.
    const [kept] = await tx
      .select()
      .from(quarantine)
      .where(eq(quarantine.id, arrival.quarantineId ?? 0))
      .for('update')
    if (!kept) return { outcome: 'not-quarantined' }
    if (!kept.verified) return { outcome: 'not-verified' }
    const body = new Uint8Array(kept.body)
    const { headers, storageKey } = arrival
    const parsed = await readAgain({ body, headers, aliases, now, ...options })
    if (!parsed.ok) return { outcome: 'refused', code: parsed.code, issues: parsed.issues }
    const { event, departures } = parsed
    // The parser adds this note because it does not verify here.
    const notes = parsed.notes.filter((note) => note !== 'unverified')
    // Copies may be in quarantine too, so it is remembered as long as an event that arrives now.
    const receivedAtMs = now()
    const delivery = { body, storageKey, receivedAtMs, headers, notes, departures }
    const arriving = toArrivingEvent({ event, delivery }, environment)
    const events = await keepEvents([arriving], tx)
    const place = toEventPlace(arriving, events.get(arriving) as KeptEvent)
    await tx
      .update(arrivals)
      .set({ ...place, quarantineId: null })
      .where(eq(arrivals.id, row))
    await tx.delete(quarantine).where(eq(quarantine.id, kept.id))
    await queueEvents([...events].flatMap(toQueued), { tx, database })
    await announce(tx, 'jobs', 'changes')
    return { outcome: place.outcome }
  })
}

type Read = Pick<AcceptContext, 'aliases' | 'now'> &
  AcceptOptions & { body: Uint8Array<ArrayBuffer>; headers: readonly (readonly [string, string])[] }

/** With `allowOld`, an old event is accepted. A timestamp in the future still is not. */
async function readAgain({ allowOld = false, now, ...given }: Read): Promise<ParsedWebhook> {
  const readAt = (atMs: number) => parseWebhook({ ...given, verification: 'off', now: () => atMs })
  const parsed = await readAt(now())
  if (parsed.ok || parsed.code !== 'timestamp-too-old' || !allowOld) return parsed
  // The age is checked last, so everything else in the event is valid.
  const { timestamp } = parsed.value as WebhookEvent
  return readAt(parseInstant(timestamp) ?? now())
}

/** Queues the event of an entry for its handler again, with a full set of tries. */
export async function replayEntry(
  id: string,
  database: Database,
): Promise<'queued' | 'not-replayable' | 'unknown'> {
  return database.transaction(async (tx) => {
    const [arrival] = await tx
      .select({
        outcome: arrivals.outcome,
        eventId: arrivals.eventId,
        interruptions: events.interruptions,
      })
      .from(arrivals)
      .leftJoin(events, eq(events.id, arrivals.eventId))
      .where(eq(arrivals.id, fromEntryId(id)))
    if (!arrival) return 'unknown'
    const { outcome, eventId } = arrival
    if (outcome !== 'accepted' || eventId === null) return 'not-replayable'
    const waiting = await tx
      .update(events)
      .set({ handling: 'waiting', tries: 0, interruptions: 0, lastError: null })
      .where(and(eq(events.id, eventId), inArray(events.handling, ['handled', 'failed'])))
      .returning({ eventId: events.id, submissionUuid: events.submissionUuid })
    if (waiting.length === 0) return 'not-replayable'
    // An event that may have killed a process is handled alone again.
    const queue = (arrival.interruptions ?? 0) > 0 ? suspectQueue : handleQueue
    await queueEvents(waiting, { tx, database, queue })
    await announce(tx, 'jobs', 'changes')
    return 'queued'
  })
}
