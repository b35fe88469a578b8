import type { CallLog } from './call-log.ts'
import { KeyLogs } from './key-logs.ts'
import { assertPolicy, type RateLimitPolicy } from './rate-limit-policy.ts'

/** What a key may still do. `resetSeconds` is whole seconds until the oldest counted call expires. */
export type LimitState = { admitted: boolean; remaining: number; resetSeconds: number }

/**
 * Counts calls per key. It is asynchronous where a shared store answers, as processes that share a
 * quota need one; the limiter here keeps its state in memory.
 */
export interface RateLimiter extends RateLimitPolicy {
  /** Counts a call if the quota allows it. A refused call counts nothing. */
  admit(keyId: string): LimitState | Promise<LimitState>
  /** The state of a key, without counting a call. */
  peek(keyId: string): LimitState | Promise<LimitState>
}

export type RateLimiterOptions = RateLimitPolicy & {
  /** A clock that only grows, so that a corrected wall clock moves no limit. */
  monotonicMs: () => number
}

export interface MemoryRateLimiter extends RateLimiter {
  admit(keyId: string): LimitState
  peek(keyId: string): LimitState
  /**
   * Keys that are in memory now: those with a call in the last window, and idle ones that no call has
   * swept out yet.
   */
  readonly trackedKeys: number
}

/** Idle keys that one call forgets at most, so that none pays for a million. */
const sweptPerCall = 1_000

/**
 * A sliding-window log: a call is admitted if fewer than `quota` calls of its key were admitted in the
 * `windowSeconds` before it, so no window of that length ever holds more. Memory is one number per
 * counted call; the cost of a call does not grow with the quota or the number of keys.
 * Throws a `TypeError` for a quota or window that is no whole number above zero.
 * @see specs/decisions/ D-015
 */
export function createRateLimiter(options: RateLimiterOptions): MemoryRateLimiter {
  assertPolicy(options)
  const { quota, windowSeconds, monotonicMs } = options
  const windowMs = windowSeconds * 1000
  const logs = new KeyLogs()

  const counted = (keyId: string, nowMs: number) => {
    logs.forgetIdle(windowMs, { nowMs, most: sweptPerCall })
    const log = logs.get(keyId)
    log?.forgetOlder(windowMs, nowMs)
    return log
  }
  const state = (admitted: boolean, log: CallLog | undefined, nowMs: number): LimitState => {
    const leftMs = (log?.oldestMs ?? nowMs) + windowMs - nowMs
    // The clock has fractions: adding and taking away the same time need not give zero.
    const resetSeconds = Math.min(Math.ceil(leftMs / 1000), windowSeconds)
    return { admitted, remaining: quota - (log?.size ?? 0), resetSeconds }
  }
  return {
    quota,
    windowSeconds,
    get trackedKeys() {
      return logs.size
    },
    admit(keyId) {
      const nowMs = monotonicMs()
      const log = counted(keyId, nowMs)
      if (log && log.size >= quota) return state(false, log, nowMs)
      return state(true, logs.add(keyId, nowMs), nowMs)
    },
    peek(keyId) {
      const nowMs = monotonicMs()
      const log = counted(keyId, nowMs)
      return state(!log || log.size < quota, log, nowMs)
    },
  }
}
