/**
 * Remembers which deliveries were stored. A durable one is two statements: look for any of the keys,
 * insert all of them.
 * @see specs/decisions D-005
 */
export interface DedupeStore {
  /** Whether any of the keys was added before. What it throws makes the answer 503. */
  has(keys: readonly string[]): boolean | Promise<boolean>
  /**
   * Called once the event is stored, before it is acknowledged: a process that dies in between stores
   * the event again, and never loses it. Adding a key twice is no error.
   */
  add(keys: readonly string[]): unknown
}
