import type { Reply, Sender, SignedDelivery } from './create-sender.ts'

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
    sent({ storageKey }: Pick<SignedDelivery, 'storageKey'>): Entry {
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

type DrivingOptions = {
  /** Deliveries that are under way at once. */
  laneCount: number
  sender: Pick<Sender, 'deliver'>
  journal: Journal
  /** Where the next one goes; waits while there is nobody. */
  target(): Promise<string>
  nextDelivery(): SignedDelivery
  /** Waits between two deliveries of a lane. @default not at all */
  pause?: () => Promise<unknown>
}

export type Driving = {
  /** Sends nothing more; resolves when every answer is there or given up. */
  stop(): Promise<void>
}

/** Delivers deliveries one after another, and notes in the journal what it was told. */
export function driveDeliveries(options: DrivingOptions): Driving {
  const { laneCount, sender, journal, target, nextDelivery, pause } = options
  let isStopping = false
  const runLane = async () => {
    while (!isStopping) {
      const url = await target()
      if (isStopping) return
      const delivery = nextDelivery()
      const entry = journal.sent(delivery)
      journal.ended(entry, await sender.deliver(url, delivery))
      await pause?.()
    }
  }
  const lanes = Array.from({ length: laneCount }, runLane)
  return {
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}
