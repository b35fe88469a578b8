import type { Freshness } from './watch-changes.ts'

/** A value that is read once and then kept until something changed. */
export function keepFresh<T>(freshness: Freshness, load: () => Promise<T>): () => T | Promise<T> {
  const read = keepFreshByKey(freshness, { load, capacity: 1 })
  return () => read('') as T | Promise<T>
}

/**
 * Values by key, each read once and kept until something changed. At most `capacity` are kept, the
 * oldest goes first; a key without a value is not kept, so that made-up keys take no room.
 */
export function keepFreshByKey<T>(
  freshness: Freshness,
  { load, capacity }: { load: (key: string) => Promise<T | undefined>; capacity: number },
): (key: string) => T | undefined | Promise<T | undefined> {
  const kept = new Map<string, T>()
  let keptGeneration = freshness.generation
  return (key) => {
    if (keptGeneration !== freshness.generation || !freshness.isLive) kept.clear()
    keptGeneration = freshness.generation
    const value = kept.get(key)
    if (value !== undefined) return value
    // What changes while it is read makes the value old before it is kept.
    const { generation } = freshness
    return load(key).then((read) => {
      if (read === undefined || !freshness.isLive || generation !== freshness.generation)
        return read
      const oldest = kept.size < capacity ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(key, read)
      return read
    })
  }
}
