type Bounds<T> = {
  /** Most entries. */
  rows: number
  /** Most bytes of all entries together. */
  bytes: number
  sizeOf(entry: T): number
  /** Called for each entry that had to go. */
  onDrop?(entry: T): void
}

/** Keeps the newest entries within both bounds: the oldest goes first. */
export function createBoundedQueue<T>(bounds: Bounds<T>): {
  push(entry: T): void
  entries(): readonly T[]
} {
  const entries: T[] = []
  let bytes = 0
  return {
    push(entry) {
      entries.push(entry)
      bytes += bounds.sizeOf(entry)
      while (entries.length > bounds.rows || bytes > bounds.bytes) {
        const dropped = entries.shift()
        if (dropped === undefined) return
        bytes -= bounds.sizeOf(dropped)
        bounds.onDrop?.(dropped)
      }
    },
    entries: () => [...entries],
  }
}
