type Environment = 'development' | 'staging' | 'production'

export type ModelKey = {
  environment: Environment
  /** Wall-clock moment from which the key is revoked. */
  endsAtMs: number
  /** Moments of the calls that were admitted. */
  admittedMs: number[]
}

/** What the contract owes a call. */
export type Owed = { status: 200 | 401 | 403 | 429; remaining: number; resetSeconds: number }

export type ModelOptions = { quota: number; windowSeconds: number; nowMs: () => number }

/** The contract of keys, environments, origins and limits, in as few lines as it can be told (D-015 to D-021). */
export function createModel({ quota, windowSeconds, nowMs }: ModelOptions) {
  const keys: ModelKey[] = []
  const counted = ({ admittedMs }: ModelKey) =>
    admittedMs.filter((at) => nowMs() - at < windowSeconds * 1_000)
  const state = (key: ModelKey) => {
    const [oldest] = counted(key)
    const leftMs = oldest === undefined ? 0 : oldest + windowSeconds * 1_000 - nowMs()
    return {
      remaining: quota - counted(key).length,
      resetSeconds: oldest === undefined ? windowSeconds : Math.ceil(leftMs / 1_000),
    }
  }
  const isActive = ({ endsAtMs }: ModelKey) => nowMs() < endsAtMs
  return {
    keys,
    isActive,
    /** Whether it is neither revoked nor about to be. */
    isLasting: ({ endsAtMs }: ModelKey) => endsAtMs === Number.POSITIVE_INFINITY,
    create(environment: Environment) {
      keys.push({ environment, endsAtMs: Number.POSITIVE_INFINITY, admittedMs: [] })
    },
    end(key: ModelKey, afterMs: number) {
      key.endsAtMs = Math.min(key.endsAtMs, nowMs() + afterMs)
    },
    /** What a call is owed; one that is admitted is counted. */
    call(key: ModelKey | null, { isOriginAllowed }: { isOriginAllowed: boolean }): Owed {
      if (key === null || !isActive(key)) {
        return { status: 401, remaining: quota, resetSeconds: windowSeconds }
      }
      if (key.environment !== 'development' || !isOriginAllowed) {
        return { status: 403, ...state(key) }
      }
      if (counted(key).length >= quota) return { status: 429, ...state(key) }
      key.admittedMs = [...counted(key), nowMs()]
      return { status: 200, ...state(key) }
    },
  }
}

export type Model = ReturnType<typeof createModel>
