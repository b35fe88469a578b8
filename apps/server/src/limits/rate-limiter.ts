import { type CallLog, KeyLogs } from './key-logs.ts'

export type RateLimitPolicy = {
  /** Most calls of one key in one window. */
  readonly quota: number
  readonly windowSeconds: number
}

/** Throws a `TypeError` unless quota and window are positive whole numbers. */
export function assertPolicy({ quota, windowSeconds }: RateLimitPolicy): void {
  for (const [name, value] of Object.entries({ quota, windowSeconds })) {
    if (Number.isSafeInteger(value) && value > 0) continue
    throw new TypeError(`Rate limit ${name} must be a positive whole number, not ${value}.`)
  }
}

/** `resetSeconds` is the number of whole seconds until the oldest counted call expires. */
export type LimitState = { admitted: boolean; remaining: number; resetSeconds: number }

/** Counts calls per key, in memory or in a store that processes share. */
export interface RateLimiter extends RateLimitPolicy {
  /** Counts a call if the quota allows it. A rejected call does not count. */
  admit(keyId: string): LimitState | Promise<LimitState>
  /** Returns the state of a key without counting a call. */
  peek(keyId: string): LimitState | Promise<LimitState>
}

export type RateLimiterOptions = RateLimitPolicy & {
  /** A monotonic clock, so that setting the wall clock does not affect limits. */
  monotonicMs: () => number
}

export interface MemoryRateLimiter extends RateLimiter {
  admit(keyId: string): LimitState
  peek(keyId: string): LimitState
  /** The number of keys in memory, including idle ones not yet swept. */
  readonly trackedKeys: number
}

/** Most idle keys that one call sweeps, so that no call pays for a million. */
const sweptPerCall = 1_000

/**
 * A sliding-window log: admits a call if fewer than `quota` calls of its key were admitted in the last
 * `windowSeconds`. The cost of a call does not grow with the quota or the number of keys. Throws a
 * `TypeError` for an invalid quota or window.
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
    // The clock has fractions, so sums are inexact.
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
