/** What a key may still do. `resetSeconds` is whole seconds until the oldest counted call expires. */
export type LimitState = { admitted: boolean; remaining: number; resetSeconds: number }

/**
 * Counts calls per key. It is asynchronous where a shared store answers, as processes that share a
 * quota need one; the limiter here keeps its state in memory.
 */
export type RateLimiter = {
  readonly quota: number
  readonly windowSeconds: number
  /** Counts a call if the quota allows it. A refused call counts nothing. */
  admit(keyId: string): LimitState | Promise<LimitState>
  /** The state of a key, without counting a call. */
  peek(keyId: string): LimitState | Promise<LimitState>
}

export type RateLimiterOptions = {
  /** Calls that one key may make in one window. */
  quota: number
  windowSeconds: number
  /** A clock that only grows, so that a corrected wall clock moves no limit. */
  monotonicMs: () => number
}

export interface MemoryRateLimiter extends RateLimiter {
  admit(keyId: string): LimitState
  peek(keyId: string): LimitState
  /** Keys that are in memory now: those with a call in the last window. */
  readonly trackedKeys: number
}

/**
 * A sliding-window log: a call is admitted if fewer than `quota` calls of its key were admitted in the
 * `windowSeconds` before it, so no window of that length ever holds more. Memory is one number per
 * counted call; a key is forgotten when its last call leaves the window.
 * Throws a `TypeError` for a quota or window that is no whole number above zero.
 * @see specs/decisions/ D-015
 */
export function createRateLimiter(options: RateLimiterOptions): MemoryRateLimiter {
  const { monotonicMs } = options
  const quota = wholeNumber('quota', options.quota)
  const windowSeconds = wholeNumber('windowSeconds', options.windowSeconds)
  const windowMs = windowSeconds * 1000
  // Kept in the order of each key's last admitted call, so the idle ones stand in front.
  const calls = new Map<string, number[]>()

  const forgetIdle = (nowMs: number) => {
    for (const [keyId, times] of calls) {
      if ((times.at(-1) ?? 0) + windowMs > nowMs) return
      calls.delete(keyId)
    }
  }
  const counted = (keyId: string, nowMs: number) => {
    forgetIdle(nowMs)
    const times = calls.get(keyId) ?? []
    const live = times.findIndex((time) => time + windowMs > nowMs)
    if (live > 0) times.splice(0, live)
    return times
  }
  const state = (admitted: boolean, times: readonly number[], nowMs: number): LimitState => {
    const leftMs = (times[0] ?? nowMs) + windowMs - nowMs
    // The clock has fractions: adding and taking away the same time need not give zero.
    const resetSeconds = Math.min(Math.ceil(leftMs / 1000), windowSeconds)
    return { admitted, remaining: quota - times.length, resetSeconds }
  }
  return {
    quota,
    windowSeconds,
    get trackedKeys() {
      return calls.size
    },
    admit(keyId) {
      const nowMs = monotonicMs()
      const times = counted(keyId, nowMs)
      if (times.length >= quota) return state(false, times, nowMs)
      times.push(nowMs)
      calls.delete(keyId)
      calls.set(keyId, times)
      return state(true, times, nowMs)
    },
    peek(keyId) {
      const nowMs = monotonicMs()
      const times = counted(keyId, nowMs)
      return state(times.length < quota, times, nowMs)
    },
  }
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new TypeError(
    `Rate limit ${name} is wrong: expected a whole number above 0, received ${value}. Correct the option.`,
  )
}
