import type { Transaction } from '@partner-platform/database'
import { addEvents, type EventRow, findEvents } from './add-events.ts'
import type { ArrivingEvent } from './arriving.ts'

/** The row of an arriving event: its own, or that of the same event which was there before it. */
export type KeptEvent = EventRow & { isNew: boolean }

/** Keeps each event once by its effect, and says which row it is. @see specs/decisions D-005 */
export async function keepEvents(
  arriving: readonly ArrivingEvent[],
  tx: Transaction,
): Promise<Map<ArrivingEvent, KeptEvent>> {
  const first = new Map<string, ArrivingEvent>()
  for (const one of arriving) if (!first.has(one.effectKey)) first.set(one.effectKey, one)
  const known = await findEvents([...first.keys()], tx)
  const fresh = [...first.values()].filter(({ effectKey }) => !known.has(effectKey))
  const added = await addEvents(fresh, tx)
  // Another process was quicker with these.
  const missing = fresh.filter(({ effectKey }) => !added.has(effectKey))
  const others = await findEvents(
    missing.map(({ effectKey }) => effectKey),
    tx,
  )
  const rows = new Map([...known, ...others, ...added])
  const toKept = (one: ArrivingEvent): KeptEvent => {
    const row = rows.get(one.effectKey)
    if (!row)
      throw new Error('A kept event has no row: expected its own or another, received none.')
    return { ...row, isNew: added.has(one.effectKey) && first.get(one.effectKey) === one }
  }
  return new Map(arriving.map((one) => [one, toKept(one)]))
}
