/** A change of status as the load driver asked for it, and what came of it. */
export type Entry = {
  submission: string
  status: string
  /** When it was asked for, on the clock of `performance.now()`. */
  sentMs: number
  /** When the answer came; `null` while there is none. */
  answeredMs: number | null
  /** The receipt, where it was accepted: from then on it must arrive. */
  receipt: { eventId: string; timestamp: string; deliveryId: string | null } | null
  /** What it was refused with. */
  refusal: number | null
}

/** What the load driver knows by itself, to be compared with what the stores say afterwards. */
export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  const entries: Entry[] = []
  return {
    entries,
    sent(submission: string, status: string): Entry {
      const entry: Entry = {
        ...{ submission, status, sentMs: performance.now(), answeredMs: null },
        ...{ receipt: null, refusal: null },
      }
      entries.push(entry)
      return entry
    },
    /** What the operator surface accepted. */
    acked: () =>
      entries.flatMap((entry) => (entry.receipt ? [{ ...entry, ...entry.receipt }] : [])),
  }
}
