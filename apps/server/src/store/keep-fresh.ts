import type { Freshness } from './watch-changes.ts'

/** Caches a value until something changes. */
export function keepFresh<T>(freshness: Freshness, load: () => Promise<T>): () => T | Promise<T> {
  const read = keepFreshByKey<T>(freshness, 1)
  return () => read('', load) as T | Promise<T>
}

/**
 * Caches values by key until something changes: at most `capacity`, evicting the oldest. Does not cache
 * missing values, so that made-up keys take no space.
 */
export function keepFreshByKey<T>(
  freshness: Freshness,
  capacity: number,
): (key: string, load: () => Promise<T | undefined>) => T | undefined | Promise<T | undefined> {
  const kept = new Map<string, T>()
  let keptGeneration = freshness.generation
  return (key, load) => {
    if (keptGeneration !== freshness.generation || !freshness.isLive) kept.clear()
    keptGeneration = freshness.generation
    const value = kept.get(key)
    if (value !== undefined) return value
    // Do not cache a value that changed while it was read.
    const { generation } = freshness
    return load().then((read) => {
      if (read === undefined || !freshness.isLive || generation !== freshness.generation)
        return read
      const oldest = kept.size < capacity ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(key, read)
      return read
    })
  }
}
