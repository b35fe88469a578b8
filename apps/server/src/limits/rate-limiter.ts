import type { CallLog } from './call-log.ts'
import { KeyLogs } from './key-logs.ts'

/** How much one key may call. */
export type RateLimitPolicy = {
  /** Calls that one key may make in one window. */
  readonly quota: number
  readonly windowSeconds: number
}

/** Throws a `TypeError` for a quota or window that is not a whole number above zero. */
export function assertPolicy({ quota, windowSeconds }: RateLimitPolicy): void {
  for (const [name, value] of Object.entries({ quota, windowSeconds })) {
    if (Number.isSafeInteger(value) && value > 0) continue
    throw new TypeError(
      `Rate limit ${name} is wrong: expected a whole number above 0, received ${value}. Correct the option.`,
    )
  }
}

/** What a key may still do. `resetSeconds` is whole seconds until the oldest counted call expires. */
export type LimitState = { admitted: boolean; remaining: number; resetSeconds: number }

/** Counts calls per key: in memory, or asynchronously in a store that processes share. */
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
  /** Keys in memory: those with a call in the last window, and idle ones that are not swept out yet. */
  readonly trackedKeys: number
}

/** Idle keys that one call forgets at most, so that none pays for a million. */
const sweptPerCall = 1_000

/**
 * A sliding-window log: a call is admitted if fewer than `quota` calls of its key were admitted in the
 * `windowSeconds` before it, so no window of that length ever holds more. Memory is one number per
 * counted call; the cost of a call does not grow with the quota or the number of keys.
 * Throws a `TypeError` for a wrong quota or window.
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
    // The clock has fractions, so sums are not exact.
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
