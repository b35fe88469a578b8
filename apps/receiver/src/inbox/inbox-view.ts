import type { Departure, Issue } from '@partner-platform/validators'
import type { ParseCode } from '@partner-platform/webhooks'

/** The states of an entry. An event has the first that applies: failed, superseded, handled, accepted. */
export const entryStates = [
  /** Waits for its handler, or has none (note `unknown-event`). */
  'accepted',
  'handled',
  /** Set aside: every try failed, or the process died each time it handled the event alone. */
  'failed',
  /** Arrived after a newer event of its submission, handled or not. */
  'superseded',
  /** Its event was already stored. */
  'duplicate',
  'quarantined',
] as const

export type EntryState = (typeof entryStates)[number]

/** One arrival. Any of its texts may be hostile. */
export type EntrySummary = {
  /** Opaque; sorts by arrival. */
  id: string
  /** Unix time in milliseconds. */
  receivedAtMs: number
  state: EntryState
  /** Why it is in quarantine, a code of `webhookErrors`, or `null`. */
  code: string | null
  /** Notes of the parser; `other-bytes` if a duplicate has other bytes than its event. */
  notes: readonly string[]
  /** Whether the service signed the body. */
  verified: boolean
  /** Number of handler tries that ended since the event arrived or was replayed. */
  tries: number
  /** How often the process died while it handled only this event, since then. */
  interruptions: number
  /** Class of the handler's last error; `InterruptedError` if the process died or lost the store. */
  lastError: string | null
  /** A quarantined body claims these four itself; `null` if it cannot be read. */
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
  /** The exact bytes; for a duplicate, the bytes of its event. */
  body: Uint8Array
  /** Why it is in quarantine. Empty for an event. */
  issues: readonly Issue[]
  /** What the sender should not have sent in this delivery. Empty for an entry in quarantine. */
  departures: readonly Departure[]
}

/** How full a part of the quarantine is. */
export type Filling = { rows: number; bytes: number; limitRows: number; limitBytes: number }

export type EntryPage = {
  /** Newest first. */
  entries: EntrySummary[]
  /** `before` of the next page, or `null`. */
  next: string | null
  /** Entries in each state, regardless of the search. */
  counts: Record<EntryState, number>
  /** The verified part refuses bodies when it is full; in the unverified part, the oldest makes room. */
  quarantine: { verified: Filling; unverified: Filling }
}

export type ListOptions = {
  state?: EntryState
  /** Part of the event name, status, submission UUID, code, storage key or body, ignoring case. */
  search?: string
  /** Entries that arrived before this one. An invalid id gives an empty page. */
  before?: string
  /** Maximum entries. */
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
  /** The entry left the quarantine. `duplicate`: its event was already stored. */
  | { outcome: 'accepted' | 'duplicate' }
  /** The entry still cannot be read, or its time is out of bounds. Nothing changed. */
  | { outcome: 'refused'; code: ParseCode; issues: readonly Issue[] }
  /** Nothing changed. */
  | { outcome: 'not-verified' | 'not-quarantined' | 'unknown' }

/** The inbox for people to look at. Each method rejects while the store is unavailable. */
export interface InboxView {
  list(options: ListOptions): Promise<EntryPage>
  read(id: string): Promise<EntryDetail | undefined>
  /** Queues an event that was handled or set aside for its handler again. */
  replay(id: string): Promise<'queued' | 'not-replayable' | 'unknown'>
  /** Accepts a verified entry in quarantine as an event, once its cause is gone. */
  accept(id: string, options?: AcceptOptions): Promise<Acceptance>
  /** Calls back after changes by any process, at most three times a second. Returns a function that stops it. */
  watch(onChange: () => void): () => void
}
