import type { EntryDetail, EntryPage, EntrySummary } from '../inbox/inbox-view.ts'

/** The JSON answers of the page's server to its scripts. */

/** The list of entries, with long texts cut. */
export type ListAnswer = EntryPage & { environment: string; callbackUrl: string }

/** A state or note explained to the reader. */
export type Explanation = {
  means: string
  /** What to do. Empty if there is nothing to do. */
  next: string
}

/** One entry without its body; `/body` returns the exact bytes. */
export type EntryAnswer = Omit<EntryDetail, 'body'> & {
  explanation: Explanation
  noted: readonly { note: string; means: string }[]
}

export type AcceptAnswer = { outcome: 'accepted' | 'duplicate' }

export type ErrorAnswer = {
  code: string
  message: string
  /** Why an entry still cannot be accepted. */
  reason?: string
}

export type { EntryPage, EntrySummary }
