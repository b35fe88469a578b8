import { groupRequests } from '@partner-platform/database'
import {
  assertPolicy,
  type LimitState,
  type RateLimiter,
  type RateLimitPolicy,
} from './rate-limiter.ts'

/** Runs one statement and gives its rows. */
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

/** Requests of one statement. More would hold the locks of their keys for longer. */
const groupSize = 500

const admitStatement =
  'select counted, admitted, reset_seconds from rate_limit_admit($1::text[], $2::integer[], $3, $4, $5)'
const sweepStatement = 'select rate_limit_sweep($1, $2)'

/**
 * The sliding-window log of `createRateLimiter` in Postgres, exact over all processes that share it. Calls
 * that come while a statement is under way go with the next one: one round trip at a time, at the same
 * cost at any quota.
 *
 * Time is the database's clock. Set back, it delays: calls count for up to one window more, and nobody is
 * admitted beyond the quota. Set forward, or after a crash of the database, each key starts with a fresh
 * quota once.
 *
 * Rejects with the error of the query. Throws a `TypeError` for a wrong quota or window.
 * @see specs/decisions/ D-015
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): SharedRateLimiter {
  assertPolicy(options)
  const { quota, windowSeconds, query, nowMs } = options
  const sweep = createSweep(options)
  const ask = groupRequests<Request, LimitState>({
    most: groupSize,
    async send(requests) {
      const callsByKey = countCalls(requests)
      const values = [[...callsByKey.keys()], [...callsByKey.values()]]
      const now = nowMs?.() ?? null
      const rows = await query<Row>(admitStatement, [...values, quota, windowSeconds, now])
      sweep()
      const stateOf = new Map([...callsByKey.keys()].map((id, at) => [id, toAnswers(rows[at])]))
      return requests.map(({ keyId, isCall }) => (stateOf.get(keyId) as Answers)(isCall))
    },
  })
  /** The states of a key's requests, in their order. */
  type Answers = (isCall: boolean) => LimitState
  const toAnswers = (row: Row | undefined): Answers => {
    if (!row)
      throw new Error('The rate limit has no answer: expected a row per key, received fewer.')
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

/** Forgets what no window needs any more, once a window and only while calls come. */
function createSweep({ query, windowSeconds, nowMs }: SharedRateLimiterOptions): () => void {
  const timeMs = nowMs ?? (() => performance.now())
  let sweptMs = timeMs()
  return () => {
    if (timeMs() - sweptMs < windowSeconds * 1000) return
    sweptMs = timeMs()
    // Nobody waits for it. After a failure, the next sweep does the rest.
    query(sweepStatement, [windowSeconds, nowMs?.() ?? null]).catch(() => {})
  }
}
