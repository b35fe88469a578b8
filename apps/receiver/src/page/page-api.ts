import type { EntryDetail, EntryPage, EntrySummary } from '../inbox/inbox-view.ts'

/** What the server of the page tells its scripts, as JSON. */

/** Where the inbox is, and what it holds. Long texts of entries are cut. */
export type ListAnswer = EntryPage & { environment: string }

/** What a state or a note means to who reads it. */
export type Explanation = {
  means: string
  /** What to do about it; empty where there is nothing to do. */
  next: string
}

/** One entry without its body, which is an answer of its own: its exact bytes. */
export type EntryAnswer = Omit<EntryDetail, 'body'> & {
  explanation: Explanation
  noted: readonly { note: string; means: string }[]
}

export type ReplayAnswer = { outcome: 'queued' }

export type AcceptAnswer = { outcome: 'accepted' | 'duplicate' }

export type ErrorAnswer = {
  code: string
  message: string
  /** Why an entry still cannot be accepted. */
  reason?: string
}

export type { EntryPage, EntrySummary }
