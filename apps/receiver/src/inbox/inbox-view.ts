import type { Issue } from '@partner-platform/validators'
import type { ParseCode } from '@partner-platform/webhooks'

/** Every state of an entry. What an event is, as the first of these that fits: failed, superseded, handled, accepted. */
export const entryStates = [
  /** Waits for its handler; or, noted `unknown-event`, is of a name that no handler gets. */
  'accepted',
  'handled',
  /** Set aside: its handler failed at every try, or the process died each time it handled the event alone. */
  'failed',
  /** Came after a newer event of its submission, whether or not it was handled since. */
  'superseded',
  /** Of an event that was already there. */
  'duplicate',
  'quarantined',
] as const

export type EntryState = (typeof entryStates)[number]

/** One arrival, as the list shows it. All text of it may be hostile. */
export type EntrySummary = {
  /** Opaque; sorts by arrival. */
  id: string
  /** Unix time in milliseconds. */
  receivedAtMs: number
  state: EntryState
  /** Why it was quarantined, a code of `webhookErrors`; otherwise `null`. */
  code: string | null
  /** What readers should know of it; `other-bytes` on a duplicate whose bytes are not those of its event. */
  notes: readonly string[]
  /** Whether the service signed the body. */
  verified: boolean
  /** Number of handler tries that ended since the event arrived or was replayed. */
  tries: number
  /** How often the process died while it handled only this event, since then. */
  interruptions: number
  /** Class of the handler's last error; `InterruptedError` if the process died or lost the store. */
  lastError: string | null
  /** These four of a quarantined body are what it says of itself, `null` where it cannot be read. */
  eventName: string | null
  submissionUuid: string | null
  status: string | null
  occurredAt: string | null
  bodyBytes: number
  /** SHA-256 of the body that arrived, in hexadecimal. */
  storageKey: string
  canReplay: boolean
  /** Whether it is in quarantine and the service signed it. Its cause may still remain. */
  canAccept: boolean
}

export type EntryDetail = EntrySummary & {
  /** Names in lower case; none of them is signed. */
  headers: readonly (readonly [name: string, value: string])[]
  /** The exact bytes; of a duplicate those of its event. */
  body: Uint8Array
  issues: readonly Issue[]
}

/** How full a part of the quarantine is. */
export type Filling = { rows: number; bytes: number; limitRows: number; limitBytes: number }

export type EntryPage = {
  /** Newest first. */
  entries: EntrySummary[]
  /** `before` of the next page; `null` where this is the last one. */
  next: string | null
  /** How many there are in each state, whatever is searched for. */
  counts: Record<EntryState, number>
  /** The verified part refuses bodies when it is full; in the unverified part, the oldest makes room. */
  quarantine: { verified: Filling; unverified: Filling }
}

export type ListOptions = {
  state?: EntryState
  /**
   * Case-insensitive part of the event name, status, submission UUID, code, storage key or the text of
   * the body; of a body in quarantine, its first 8,192 characters.
   */
  search?: string
  /** The entries that came before this one. An id that is none gives an empty page. */
  before?: string
  /** Most entries of the page. */
  limit: number
}

export type AcceptOptions = {
  /**
   * Also accepts an event whose timestamp is too old. It may be a replay by a third party, so a person must
   * ask the service first. @default false
   */
  allowOld?: boolean
}

export type Acceptance =
  /** The entry left the quarantine. `duplicate`: its event was already stored, and nothing is done twice. */
  | { outcome: 'accepted' | 'duplicate' }
  /** The cause remains: the entry still cannot be read, or its time is out of bounds. Nothing changed. */
  | { outcome: 'refused'; code: ParseCode; issues: readonly Issue[] }
  /** Nothing changed. */
  | { outcome: 'not-verified' | 'not-quarantined' | 'unknown' }

/** The inbox for people to look at. Each method rejects while the store is unavailable. */
export interface InboxView {
  list(options: ListOptions): Promise<EntryPage>
  read(id: string): Promise<EntryDetail | undefined>
  /** Gives an event that was handled or set aside to the handler once more. */
  replay(id: string): Promise<'queued' | 'not-replayable' | 'unknown'>
  /** Accepts a verified entry in quarantine as an event, once its cause is gone. */
  accept(id: string, options?: AcceptOptions): Promise<Acceptance>
  /**
   * Calls back when something arrived or was handled, in whichever process, at most three times a
   * second. Gives a function that ends it.
   */
  watch(onChange: () => void): () => void
}
