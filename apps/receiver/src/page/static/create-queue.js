/** @typedef {(signal: AbortSignal) => Promise<void>} Work */

/**
 * Runs work one after the other, and of each kind that waits only the last: a list that is asked for
 * often is loaded once more, not once for each time.
 */
export function createQueue() {
  let abort = new AbortController()
  /** @type {Map<string, Work>} */
  const waiting = new Map()
  let isRunning = false

  /**
   * @param {string} kind
   * @param {Work} work
   */
  const run = async (kind, work) => {
    waiting.set(kind, work)
    if (isRunning) return
    isRunning = true
    for (const [next, go] of waiting) {
      waiting.delete(next)
      await go(abort.signal)
    }
    isRunning = false
  }
  return {
    run,
    /** Ends what runs, and forgets what waits. */
    drop() {
      waiting.clear()
      abort.abort()
      abort = new AbortController()
    },
  }
}
