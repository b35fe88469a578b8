import type { Environment } from '@partner-platform/settings'
import { constants } from '@partner-platform/types'
import { toEffectKey, type WebhookEvent } from '@partner-platform/webhooks'
import { createBoundedQueue } from './bounded-queue.ts'
import type { Inbox, InboxEntry, QuarantineEntry } from './inbox.ts'

export type MemoryInboxOptions = {
  /** Part of the effect key: events of two environments never count as one. */
  environment: Environment
  /** Most events kept. @default 10000 */
  inboxRows?: number
  /** Most bytes of the bodies behind them. @default 67108864 */
  inboxBytes?: number
  /** Most deliveries in quarantine. @default quarantineLimitRows of the contract */
  quarantineRows?: number
  /** Most bytes of bodies in quarantine. @default quarantineLimitBytes of the contract */
  quarantineBytes?: number
}

export interface MemoryInbox extends Inbox {
  add(...given: Parameters<Inbox['add']>): 'accepted' | 'duplicate'
  events(): readonly InboxEntry[]
  quarantined(): readonly QuarantineEntry[]
}

type Kept = { entry: InboxEntry; effectKey: string; bytes: number }

const mebibyte = 1024 * 1024

/**
 * An inbox in memory: gone when the process ends, and the oldest entries leave it when it is full. An
 * event is kept once per body and once per effect, for as long as it is in the inbox.
 * @see specs/decisions/ D-005, D-007 and D-014
 */
export function createMemoryInbox(options: MemoryInboxOptions): MemoryInbox {
  const { environment } = options
  const known = new Set<string>()
  const newest = createNewestTimes()
  const inbox = createBoundedQueue<Kept>({
    rows: options.inboxRows ?? 10_000,
    bytes: options.inboxBytes ?? 64 * mebibyte,
    sizeOf: (kept) => kept.bytes,
    onDrop({ entry, effectKey }) {
      known.delete(entry.storageKey)
      known.delete(effectKey)
      newest.forget(entry.event)
    },
  })
  const quarantine = createBoundedQueue<QuarantineEntry>({
    rows: options.quarantineRows ?? constants.quarantineLimitRows,
    bytes: options.quarantineBytes ?? constants.quarantineLimitBytes,
    sizeOf: ({ body }) => body.length,
  })
  return {
    add(event, { storageKey, receivedAtMs, notes, body }) {
      const effectKey = toEffectKey(event, environment)
      if (known.has(storageKey) || known.has(effectKey)) return 'duplicate'
      known.add(storageKey).add(effectKey)
      const superseded = newest.isOlder(event)
      const entry = { event, storageKey, receivedAtMs, notes, superseded }
      inbox.push({ entry, effectKey, bytes: body.length })
      return 'accepted'
    },
    quarantine: (delivery) => quarantine.push(delivery),
    events: () => inbox.entries().map(({ entry }) => entry),
    quarantined: () => quarantine.entries(),
  }
}

/** The newest time of each submission, as events arrive. */
function createNewestTimes() {
  const times = new Map<string, number>()
  return {
    /** Whether a newer event of the submission came before; if not, this one is now the newest. */
    isOlder({ submission: { uuid }, timestamp }: WebhookEvent): boolean {
      const atMs = Date.parse(timestamp)
      const newestMs = times.get(uuid)
      if (newestMs !== undefined && atMs < newestMs) return true
      times.set(uuid, atMs)
      return false
    },
    forget({ submission: { uuid }, timestamp }: WebhookEvent) {
      if (times.get(uuid) === Date.parse(timestamp)) times.delete(uuid)
    },
  }
}
