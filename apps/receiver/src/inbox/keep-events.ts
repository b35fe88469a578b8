import type { Transaction } from '@partner-platform/database'
import { addEvents, adoptEvent, type EventRow, findEvents } from './add-events.ts'
import type { ArrivingEvent } from './arriving.ts'
import { isHandled } from './is-handled.ts'

/** The row of an arriving event: its own, or that of the same event which was there before it. */
export type KeptEvent = EventRow & {
  /** Whether it is to be handled now: it is new, or an alias gave it a handler. */
  isNew: boolean
}

/**
 * Keeps each event once by its effect, and says which row it is. Bytes that are stored already are the
 * same event even if aliases changed, and with them its effect key. @see specs/decisions D-005
 */
export async function keepEvents(
  arriving: readonly ArrivingEvent[],
  tx: Transaction,
): Promise<Map<ArrivingEvent, KeptEvent>> {
  const byEffect = new Map<string, ArrivingEvent>()
  for (const one of arriving) if (!byEffect.has(one.effectKey)) byEffect.set(one.effectKey, one)
  const first = [...byEffect.values()]
  const known = await findEvents(first, tx)
  const findKnown = createFinder(known)
  const fresh = first.filter((one) => !findKnown(one))
  const added = await addEvents(fresh, tx)
  const isNew = new Set(added.map(({ effectKey }) => effectKey))
  // Another process was quicker with these.
  const others = await findEvents(
    fresh.filter(({ effectKey }) => !isNew.has(effectKey)),
    tx,
  )
  const find = createFinder([...known, ...others, ...added])
  for (const one of first) {
    const row = find(one)
    if (row?.handling !== 'unhandled' || isNew.has(one.effectKey) || !isHandled(one.event)) continue
    if (await adoptEvent(row, one, tx)) isNew.add(one.effectKey)
  }
  const toKept = (one: ArrivingEvent): KeptEvent => {
    const row = find(one)
    if (!row)
      throw new Error('A kept event has no row: expected its own or another, received none.')
    return { ...row, isNew: isNew.has(one.effectKey) && byEffect.get(one.effectKey) === one }
  }
  return new Map(arriving.map((one) => [one, toKept(one)]))
}

/** Finds the row of an event by its effect key, else by its bytes. */
function createFinder(rows: readonly EventRow[]) {
  const byEffect = new Map(rows.map((row) => [row.effectKey, row]))
  const byBytes = new Map(rows.map((row) => [row.storageKey, row]))
  return ({ effectKey, delivery }: ArrivingEvent) =>
    byEffect.get(effectKey) ?? byBytes.get(delivery.storageKey)
}
