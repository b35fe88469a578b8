import { createDelivery, type Reply, type Sender, type SignedDelivery } from './create-sender.ts'

/** A delivery of the load driver, and its answer. */
export type Entry = {
  storageKey: string
  /** On the clock of `performance.now()`. */
  sentMs: number
  /** When the attempt ended, or `null` while it is under way. */
  endedMs: number | null
  /** Status of the answer, or `null` without one. */
  status: number | null
  retryAfter: string | null
}

/** What the load driver knows, to compare with the store afterwards. */
export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  const entries: Entry[] = []
  const counts = { acked: 0, open: 0 }
  return {
    entries,
    /** Deliveries that got 2xx, and deliveries under way. */
    counts,
    sent({ storageKey }: Pick<SignedDelivery, 'storageKey'>): Entry {
      const none = { endedMs: null, status: null, retryAfter: null }
      const entry: Entry = { storageKey, sentMs: performance.now(), ...none }
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
    /** What the receiver must not lose. */
    acked: () => entries.filter(isAcked),
    /** Deliveries since a moment of `performance.now()` that got a status. */
    answered: (status: number, sinceMs = 0) =>
      entries.filter((entry) => entry.status === status && entry.sentMs >= sinceMs),
  }
}

const isAcked = ({ status }: Entry) => status !== null && status >= 200 && status < 300

type DrivingOptions = {
  /** Deliveries at once. */
  laneCount: number
  sender: Pick<Sender, 'deliver'>
  journal: Journal
  /** URL of the next delivery. Waits while there is none. */
  target(): Promise<string>
  secret: string
  /** Waits between two deliveries of a lane. @default no pause */
  pause?: () => Promise<unknown>
}

export type Driving = ReturnType<typeof driveDeliveries>

/** Sends one delivery after another in each lane, and keeps the journal. */
export function driveDeliveries(options: DrivingOptions) {
  const { laneCount, sender, journal, target, secret, pause } = options
  let isStopping = false
  const runLane = async () => {
    while (!isStopping) {
      const url = await target()
      if (isStopping) return
      const delivery = createDelivery({ secret })
      const entry = journal.sent(delivery)
      journal.ended(entry, await sender.deliver(url, delivery))
      await pause?.()
    }
  }
  const lanes = Array.from({ length: laneCount }, runLane)
  return {
    /** Sends nothing more. Resolves when every attempt has ended. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}
