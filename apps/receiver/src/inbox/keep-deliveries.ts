import type { Database, Transaction } from '@partner-platform/database'
import type { Departure } from '@partner-platform/validators'
import { sql } from 'drizzle-orm'
import { announcing, type ChannelName, queueEvents } from '../store/open-store.ts'
import { recordSet } from '../store/record-set.ts'
import type { Outcome } from '../store/schema.ts'
import {
  type Arriving,
  type ArrivingEvent,
  type InboxBounds,
  isHandled,
  toSubmissionKey,
} from './arriving.ts'
import { dropOldestBodies, keepBodies, type TurnedAway, turnAwayBodies } from './keep-bodies.ts'
import { type KeptEvent, keepEvents } from './keep-events.ts'

export type KeptOutcome = Outcome | TurnedAway

/**
 * Stores deliveries in one transaction: each arrival with its event and the job for the handler, or with its
 * body in quarantine. Returns the results in the same order. A delivery that is turned away does not affect
 * the others.
 */
export async function keepDeliveries(
  take: () => readonly Arriving[],
  { database, bounds }: { database: Database; bounds: InboxBounds },
): Promise<KeptOutcome[]> {
  return database.transaction(async (tx) => {
    const arriving = take()
    const ofEvents = arriving.filter((one) => one.kind === 'event')
    const ofBodies = arriving.filter((one) => one.kind === 'body')
    const events = await keepEvents(ofEvents, tx)
    const turnedAway = await turnAwayBodies(ofBodies, { tx, bounds })
    const newBodies = ofBodies.filter((one) => !turnedAway.has(one))
    const bodies = await keepBodies(newBodies, tx)
    const places = new Map<Arriving, Place>([
      ...[...events].map(([one, kept]) => [one, toEventPlace(one, kept)] as const),
      ...[...bodies].map(([one, id]) => [one, toBodyPlace(id)] as const),
    ])
    const rows = arriving.flatMap((one) => {
      const place = places.get(one)
      return place ? toRow(one, { place, bounds }) : []
    })
    const queued = [...events].flatMap(toQueued)
    await addArrivals(rows, tx, queued.length > 0 ? ['jobs', 'changes'] : ['changes'])
    if (newBodies.some(({ delivery }) => !delivery.verified)) await dropOldestBodies({ tx, bounds })
    await queueEvents(queued, { tx, database })
    const outcomes = new Map<Arriving, KeptOutcome>(turnedAway)
    return arriving.map((one) => places.get(one)?.outcome ?? outcomes.get(one) ?? 'full')
  })
}

/** What an arrival is, and its event or body. */
type Place = {
  outcome: Outcome
  notes: readonly string[]
  departures: readonly Departure[]
  eventId?: number
  quarantineId?: number
}

type EventPlace = Place & { outcome: 'accepted' | 'duplicate' }

export function toEventPlace({ delivery }: ArrivingEvent, kept: KeptEvent): EventPlace {
  const isOther = kept.storageKey !== delivery.storageKey
  return {
    outcome: kept.isNew ? 'accepted' : 'duplicate',
    notes: isOther ? [...delivery.notes, 'other-bytes'] : delivery.notes,
    departures: delivery.departures,
    eventId: kept.id,
  }
}

const toBodyPlace = (quarantineId: number): Place => ({
  outcome: 'quarantined',
  notes: [],
  departures: [],
  quarantineId,
})

function toRow({ delivery }: Arriving, { place, bounds }: { place: Place; bounds: InboxBounds }) {
  const { storageKey, body, headers, receivedAtMs } = delivery
  return {
    outcome: place.outcome,
    event_id: place.eventId,
    quarantine_id: place.quarantineId,
    notes: JSON.stringify(place.notes),
    departures: JSON.stringify(place.departures),
    storage_key: storageKey,
    body_bytes: body.length,
    headers: JSON.stringify(cutHeaders(headers, bounds.headerBytes)),
    received_at: new Date(receivedAtMs),
  }
}

/** Adds arrivals and announces them in one statement: each is a round trip while submissions are locked. */
async function addArrivals(
  rows: readonly ReturnType<typeof toRow>[],
  tx: Transaction,
  announced: readonly ChannelName[],
): Promise<void> {
  await tx.execute(sql`with arrived as (
      insert into arrivals (outcome, event_id, quarantine_id, storage_key,
        body_bytes, notes, departures, headers, received_at)
      select * from ${recordSet(rows)} as rows (outcome text, event_id bigint, quarantine_id bigint,
        storage_key text, body_bytes integer, notes text, departures text, headers text,
        received_at timestamptz)
    )
    ${announcing(...announced)}`)
}

/** The job for an event's handler. Empty if the event has none. */
export const toQueued = ([{ event }, { id, isNew }]: [ArrivingEvent, KeptEvent]) =>
  isNew && isHandled(event)
    ? [{ eventId: id, submissionUuid: toSubmissionKey(event.submission.uuid) }]
    : []

type Headers = Arriving['delivery']['headers']

/** The first header lines that fit into `mostBytes`. */
function cutHeaders(headers: Headers, mostBytes: number): Headers {
  let bytes = 0
  const fits = ([name, value]: Headers[number]) => {
    bytes += name.length + Buffer.byteLength(value)
    return bytes <= mostBytes
  }
  const end = headers.findIndex((line) => !fits(line))
  return end < 0 ? headers : headers.slice(0, end)
}
