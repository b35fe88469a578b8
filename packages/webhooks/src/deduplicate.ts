import { currentEngine } from './mac.ts'
import type { WebhookEvent } from './parse-event.ts'
import { parseInstant } from './parse-instant.ts'
import type { AcceptedDelivery, ReceiverOptions } from './receiver-options.ts'
import { viewBytes } from './to-bytes.ts'

/**
 * Remembers which deliveries were stored. A durable store needs two statements: look for any of the
 * keys, insert all of them.
 * @see specs/decisions D-005
 */
export interface DedupeStore {
  /** Whether any of the keys was added before. If it throws, the answer is 503. */
  has(keys: readonly string[]): boolean | Promise<boolean>
  /**
   * Called after the event is stored and before it is acknowledged. A process that dies in between
   * stores the event again and never loses it. Adding a key twice is not an error.
   */
  add(keys: readonly string[]): unknown
}

export type DeduplicateOptions = {
  /** `createMemoryDedupeStore()`, or one of yours on a database. */
  store: DedupeStore
  /** Part of the effect key: events of two environments never count as one. */
  environment: string
}

/**
 * An `onEvent` that calls yours once per body and once per effect, and answers the rest as duplicates.
 * Simultaneous deliveries of one event wait for the first; if that fails, the next one tries. Two
 * processes that get one event at the same moment may both store it. If that matters, insert under a
 * unique key in your own transaction and return `'duplicate'` yourself.
 * @see specs/decisions D-005
 */
export function deduplicate(
  onEvent: ReceiverOptions['onEvent'],
  { store, environment }: DeduplicateOptions,
): ReceiverOptions['onEvent'] {
  const inFlight = new Map<string, Promise<unknown>>()
  const once = async (event: WebhookEvent, delivery: AcceptedDelivery, effectKey: string) => {
    const short = await toShortKey(effectKey)
    // A longer key may have been added by an earlier version.
    const known = new Set([delivery.storageKey, effectKey, short])
    if (await store.has([...known])) return 'duplicate'
    const said = await onEvent(event, delivery)
    await store.add([delivery.storageKey, short])
    return said
  }
  return async (event, delivery) => {
    const effectKey = toEffectKey(event, environment)
    for (let first = inFlight.get(effectKey); first; first = inFlight.get(effectKey)) {
      const isStored = await first.then(
        () => true,
        () => false,
      )
      if (isStored) return 'duplicate'
    }
    const work = once(event, delivery, effectKey)
    inFlight.set(effectKey, work)
    return work.finally(() => inFlight.delete(effectKey))
  }
}

/** More may not fit into the index of a store. */
const mostKeyCharacters = 255

const toShortKey = async (key: string) =>
  key.length <= mostKeyCharacters ? key : `sha256:${await toStorageKey(key)}`

export type MemoryDedupeOptions = {
  /** The most keys kept, two per event; the oldest go first. @default 100000 */
  maxKeys?: number
}

/**
 * A dedupe store in memory, for tests and for handlers that are safe to repeat. Throws a `TypeError`
 * unless `maxKeys` is a whole number above 1.
 * @see specs/decisions D-005
 */
export function createMemoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  const { maxKeys = 100_000 } = options
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 2) {
    throw new TypeError(
      `maxKeys is unusable. Pass a whole number of 2 or more, not ${String(maxKeys)}.`,
    )
  }
  const known = new Set<string>()
  return {
    has: (keys) => keys.some((key) => known.has(key)),
    add(keys) {
      for (const key of keys) known.add(key)
      for (const oldest of known) {
        if (known.size <= maxKeys) break
        known.delete(oldest)
      }
    },
  }
}

/** A UUID in lower case; another identifier as it is, because case may tell two apart. */
export const toComparableId = (id: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id

/**
 * One text per effect. Handle events with the same key once, even if their bytes, or the spelling of a
 * UUID or a time, differ. Every part is signed except `environment`, which the receiver knows.
 * @see specs/decisions D-005
 */
export function toEffectKey(event: WebhookEvent, environment: string): string {
  const { uuid, status } = event.submission
  const atMs = parseInstant(event.timestamp)
  const at = atMs === undefined ? event.timestamp : new Date(atMs).toISOString()
  return JSON.stringify([environment, event.event, toComparableId(uuid), at, status])
}

/**
 * The SHA-256 of a body as 64 hexadecimal digits. Store a delivery under this key, so that the same
 * bytes are stored once. Rejects with a `TypeError` for a body that is not raw.
 * @see specs/decisions D-005
 */
export async function toStorageKey(body: string | Uint8Array): Promise<string> {
  const bytes = viewBytes(body)
  if (!bytes) {
    throw new TypeError(
      `body has no storage key: it is neither bytes nor well-formed text (${typeof body}). Pass the raw body.`,
    )
  }
  return currentEngine().sha256(bytes)
}
