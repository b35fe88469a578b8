/** What the client asks of its surroundings besides `fetch`: one clock, one dice, one timer. */
export interface Time {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** At least 0 and less than 1. */
  random(): number
  /** Calls back once after `delayMs`, unless the function it returns was called before. */
  after(delayMs: number, callback: () => void): () => void
}

/** The real ones. */
export const systemTime: Time = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
