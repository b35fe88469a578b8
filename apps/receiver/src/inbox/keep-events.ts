import { rowsOf, type Transaction } from '@partner-platform/database'
import { parseInstant, type WebhookEvent } from '@partner-platform/webhooks'
import { sql } from 'drizzle-orm'
import { recordSet, toBase64, toPlainText } from '../store/record-set.ts'
import type { Handling } from '../store/schema.ts'
import { type ArrivingEvent, isHandled, toSubmissionKey } from './arriving.ts'

/** The row of an arriving event: its own, or the row of the same event stored earlier. */
export type KeptEvent = EventRow & {
  /** Whether to handle it now: it is new, or an alias gave it a handler. */
  isNew: boolean
}

/**
 * Stores each event once per effect and returns its row. Bytes that are already stored are the same event,
 * even if changed aliases changed its effect key. @see specs/decisions D-005
 */
export async function keepEvents(
  arriving: readonly ArrivingEvent[],
  tx: Transaction,
): Promise<Map<ArrivingEvent, KeptEvent>> {
  const byEffect = new Map<string, ArrivingEvent>()
  for (const one of arriving) if (!byEffect.has(one.effectKey)) byEffect.set(one.effectKey, one)
  const first = [...byEffect.values()]
  const added = await addEvents(first, tx)
  const isNew = new Set(added.map(({ effectKey }) => effectKey))
  // Most events are new, so the others are looked up only now.
  const others = first.filter(({ effectKey }) => !isNew.has(effectKey))
  const find = createFinder([...added, ...(await findEvents(others, tx))])
  for (const one of first) {
    const row = find(one)
    if (row?.handling !== 'unhandled' || isNew.has(one.effectKey) || !isHandled(one.event)) continue
    if (await adoptEvent(row, one, tx)) isNew.add(one.effectKey)
  }
  const toKept = (one: ArrivingEvent): KeptEvent => {
    const row = find(one)
    if (!row) throw new Error('A kept event has no row.')
    return { ...row, isNew: isNew.has(one.effectKey) && byEffect.get(one.effectKey) === one }
  }
  return new Map(arriving.map((one) => [one, toKept(one)]))
}

/** Finds the row of an event by its effect key, then by its bytes. */
function createFinder(rows: readonly EventRow[]) {
  const byEffect = new Map(rows.map((row) => [row.effectKey, row]))
  const byBytes = new Map(rows.map((row) => [row.storageKey, row]))
  return ({ effectKey, delivery }: ArrivingEvent) =>
    byEffect.get(effectKey) ?? byBytes.get(delivery.storageKey)
}

type EventRow = { id: number; storageKey: string; effectKey: string; handling: Handling }

const eventColumns = sql.raw(
  'id::float8, storage_key as "storageKey", effect_key as "effectKey", handling',
)

/** The stored rows with the effect key or the bytes of an event. */
async function findEvents(
  arriving: readonly ArrivingEvent[],
  tx: Transaction,
): Promise<EventRow[]> {
  if (arriving.length === 0) return []
  const listed = (keys: string[]) =>
    sql`(select * from json_array_elements_text(${JSON.stringify(keys)}::json))`
  return rowsOf(
    tx,
    sql`select ${eventColumns} from events
        where effect_key in ${listed(arriving.map(({ effectKey }) => effectKey))}
      union select ${eventColumns} from events
        where storage_key in ${listed(arriving.map(({ delivery }) => delivery.storageKey))}`,
  )
}

/**
 * Gives a stored event without a handler the name that an alias now maps it to, so that it waits for its
 * handler. Returns false if another process did so first.
 */
async function adoptEvent(
  { id }: EventRow,
  { event, effectKey }: ArrivingEvent,
  tx: Transaction,
): Promise<boolean> {
  const adopted = sql`update events set name = ${toPlainText(event.event)},
    effect_key = ${effectKey}, handling = 'waiting'
    where id = ${id} and handling = 'unhandled' returning id`
  return (await rowsOf(tx, adopted)).length > 0
}

/**
 * Adds the events that are not stored yet, and returns their rows. Flags an event if a newer one of its
 * submission is stored. Transactions that add events of one submission wait for each other, so that
 * simultaneous events cannot miss each other. @see specs/decisions D-014
 */
async function addEvents(arriving: readonly ArrivingEvent[], tx: Transaction): Promise<EventRow[]> {
  if (arriving.length === 0) return []
  const newest = await moveNewest(arriving, tx)
  const rows = arriving.map((one) => {
    const uuid = toSubmissionKey(one.event.submission.uuid)
    const atMs = instantOf(one.event)
    const newestMs = newest.get(uuid) ?? atMs
    newest.set(uuid, Math.max(newestMs, atMs))
    return { ...toRow(one), superseded: atMs < newestMs }
  })
  const added = sql`insert into events (storage_key, effect_key, name, submission_uuid, occurred_at,
      status, body, superseded, handling, received_at)
    select storage_key, effect_key, name, submission_uuid, occurred_at,
      status, decode(body, 'base64'), superseded, handling, received_at
    from ${recordSet(rows)} as rows (storage_key text, effect_key text, name text,
      submission_uuid text, occurred_at timestamptz, status text, body text, superseded boolean,
      handling text, received_at timestamptz)
    on conflict do nothing returning ${eventColumns}`
  return rowsOf(tx, added)
}

/** Stores the newest time of each submission and returns the previous ones. */
async function moveNewest(
  arriving: readonly ArrivingEvent[],
  tx: Transaction,
): Promise<Map<string, number>> {
  const newest = new Map<string, number>()
  for (const { event } of arriving) {
    const uuid = toSubmissionKey(event.submission.uuid)
    newest.set(uuid, Math.max(newest.get(uuid) ?? Number.NEGATIVE_INFINITY, instantOf(event)))
  }
  const rows = [...newest].map(([uuid, atMs]) => ({ uuid, newest_at: new Date(atMs) }))
  // The same order everywhere, so that two transactions never deadlock.
  const moved = sql`insert into submissions as known (uuid, newest_at)
    select uuid, newest_at from ${recordSet(rows)} as rows (uuid text, newest_at timestamptz)
    order by uuid
    on conflict (uuid) do update set previous_at = known.newest_at,
      newest_at = greatest(known.newest_at, excluded.newest_at)
    returning uuid, (extract(epoch from previous_at) * 1000)::float8 as "previousMs"`
  const known = await rowsOf<{ uuid: string; previousMs: number | null }>(tx, moved)
  return new Map(
    known.flatMap(({ uuid, previousMs }) => (previousMs === null ? [] : [[uuid, previousMs]])),
  )
}

function toRow(arriving: ArrivingEvent) {
  const { event, effectKey, delivery } = arriving
  return {
    storage_key: delivery.storageKey,
    effect_key: effectKey,
    name: toPlainText(event.event),
    submission_uuid: toSubmissionKey(event.submission.uuid),
    occurred_at: new Date(instantOf(event)),
    status: toPlainText(event.submission.status),
    body: toBase64(delivery.body),
    handling: (isHandled(event) ? 'waiting' : 'unhandled') satisfies Handling,
    received_at: new Date(delivery.receivedAtMs),
  }
}

/** Without a valid time, the store refuses the event: it belongs in quarantine. */
const instantOf = ({ timestamp }: WebhookEvent) => parseInstant(timestamp) ?? Number.NaN
