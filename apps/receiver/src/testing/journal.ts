import type { Reply } from './create-courier.ts'
import type { Letter } from './create-letter.ts'

/** A delivery as the load driver made it, and what came of it. */
export type Entry = {
  storageKey: string
  /** On the clock of `performance.now()`. */
  sentMs: number
  /** When its answer came, or was given up; `null` while it is under way. */
  endedMs: number | null
  /** What it was answered; `null` while nothing was, and where nothing ever is. */
  status: number | null
  /** Seconds to wait, as it was answered. */
  retryAfter: string | null
}

/** What the load driver knows by itself, to be compared with what the store says afterwards. */
export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  const entries: Entry[] = []
  const counts = { acked: 0, open: 0 }
  return {
    entries,
    /** Deliveries that were answered with 2xx, and those that are under way. */
    counts,
    sent({ storageKey }: Pick<Letter, 'storageKey'>): Entry {
      const entry: Entry = {
        ...{ storageKey, sentMs: performance.now(), endedMs: null, status: null, retryAfter: null },
      }
      entries.push(entry)
      counts.open += 1
      return entry
    },
    ended(entry: Entry, reply: Reply): void {
      entry.endedMs = performance.now()
      entry.status = reply?.status ?? null
      entry.retryAfter = reply?.retryAfter ?? null
      counts.open -= 1
      if (isAcked(entry)) counts.acked += 1
    },
    /** What the receiver has taken upon itself. */
    acked: () => entries.filter(isAcked),
    /** What was answered with a status since a moment of `performance.now()`. */
    answered: (status: number, sinceMs = 0) =>
      entries.filter((entry) => entry.status === status && entry.sentMs >= sinceMs),
  }
}

const isAcked = ({ status }: Entry) => status !== null && status >= 200 && status < 300
