import { groupRequests } from '@partner-platform/database'
import {
  assertPolicy,
  type LimitState,
  type RateLimiter,
  type RateLimitPolicy,
} from './rate-limiter.ts'

type Query = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

export type SharedRateLimiterOptions = RateLimitPolicy & {
  query: Query
  /** Unix time in milliseconds, for tests. @default the clock of the database */
  nowMs?: () => number
}

export interface SharedRateLimiter extends RateLimiter {
  admit(keyId: string): Promise<LimitState>
  peek(keyId: string): Promise<LimitState>
}

type Request = { keyId: string; isCall: boolean }
type Row = { counted: number; admitted: number; reset_seconds: number | null }

/** Most requests in one statement. More would lock their keys for longer. */
const groupSize = 500

const admitStatement =
  'select counted, admitted, reset_seconds from rate_limit_admit($1::text[], $2::integer[], $3, $4, $5)'
const sweepStatement = 'select rate_limit_sweep($1, $2)'

/**
 * The sliding-window log of `createRateLimiter` in Postgres, exact across all processes that share it.
 * Calls that arrive while a statement runs share the next one. The cost does not grow with the quota.
 *
 * Time is the database's clock. If it is set back, calls count for up to one window longer, and no key
 * exceeds its quota. If it is set forward, or the database crashes, each key gets a fresh quota once.
 *
 * Rejects with the error of the query. Throws a `TypeError` for an invalid quota or window.
 * @see specs/decisions/ D-015
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): SharedRateLimiter {
  assertPolicy(options)
  const { quota, windowSeconds, query, nowMs } = options
  const sweep = createSweep(options)
  const ask = groupRequests<Request, LimitState>({
    most: groupSize,
    async send(take) {
      const requests = take()
      const callsByKey = countCalls(requests)
      const values = [[...callsByKey.keys()], [...callsByKey.values()]]
      const now = nowMs?.() ?? null
      const rows = await query<Row>(admitStatement, [...values, quota, windowSeconds, now])
      sweep()
      const stateOf = new Map([...callsByKey.keys()].map((id, at) => [id, toAnswers(rows[at])]))
      return requests.map(({ keyId, isCall }) => (stateOf.get(keyId) as Answers)(isCall))
    },
  })
  /** Returns the state for each request of a key, in order. */
  type Answers = (isCall: boolean) => LimitState
  const toAnswers = (row: Row | undefined): Answers => {
    if (!row) throw new Error('The rate limit returned too few rows: expected one per key.')
    const limit = row.counted + row.admitted
    let counted = row.counted
    return (isCall) => {
      const admitted = isCall ? counted < limit : counted < quota
      if (isCall && admitted) counted += 1
      const remaining = Math.max(quota - counted, 0)
      return { admitted, remaining, resetSeconds: row.reset_seconds ?? windowSeconds }
    }
  }
  return {
    quota,
    windowSeconds,
    admit: (keyId) => ask({ keyId, isCall: true }),
    peek: (keyId) => ask({ keyId, isCall: false }),
  }
}

function countCalls(requests: readonly Request[]): Map<string, number> {
  const calls = new Map<string, number>()
  for (const { keyId, isCall } of requests) {
    calls.set(keyId, (calls.get(keyId) ?? 0) + (isCall ? 1 : 0))
  }
  return calls
}

/** Deletes expired calls, at most once per window and only when calls arrive. */
function createSweep({ query, windowSeconds, nowMs }: SharedRateLimiterOptions): () => void {
  const timeMs = nowMs ?? (() => performance.now())
  let sweptMs = timeMs()
  return () => {
    if (timeMs() - sweptMs < windowSeconds * 1000) return
    sweptMs = timeMs()
    // No caller waits for it. If it fails, the next sweep catches up.
    query(sweepStatement, [windowSeconds, nowMs?.() ?? null]).catch(() => {})
  }
}
