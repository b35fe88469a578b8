import type { DedupeStore } from './dedupe-store.ts'

export type MemoryDedupeOptions = {
  /** Most keys kept, two per event; the oldest are forgotten first. @default 100000 */
  maxKeys?: number
}

/**
 * A dedupe store for one process, gone with it: for tests, and for handlers that are safe to repeat.
 * Throws a `TypeError` for a bound that is no whole number above 1.
 * @see specs/decisions D-005
 */
export function createMemoryDedupeStore(options: MemoryDedupeOptions = {}): DedupeStore {
  const { maxKeys = 100_000 } = options
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 2) {
    throw new TypeError(
      `maxKeys is unusable: expected a whole number from 2, received ${typeof maxKeys}. Correct the option.`,
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
