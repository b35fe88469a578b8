import { headerLines } from '@partner-platform/http-edge'
import type { Environment } from '@partner-platform/types'
import type { Operation } from '../contract/surface.ts'
import type { ErrorStatus } from '../errors.ts'
import type { KeyStore } from '../keys/key-store.ts'
import { toRateLimitHeaders } from '../limits/rate-limit-headers.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { type AllowedOrigins, checkOrigin } from './origins.ts'
import { readCredential } from './read-credential.ts'

export type GuardOptions = {
  environment: Environment
  keys: KeyStore
  origins: () => AllowedOrigins | Promise<AllowedOrigins>
  limiter: RateLimiter
}

export type Verdict = {
  /** The status to answer with; `null` admits the call. */
  refused: ErrorStatus | null
  /** Override the headers of every response. */
  headers: Record<string, string>
  /** The origin whose scripts may read the response. */
  allowOrigin: string | null
}

type Call = { operation: Operation; rawHeaders: readonly string[] }

/**
 * Decides whether to admit a call. It checks, in this order: the key (401), the environment of the key and
 * the origin (the same 403 for both), the rate limit (429). Only calls that reach the last check count.
 * @see specs/decisions/ D-015, D-017, D-018 and D-021
 */
export function createGuard(options: GuardOptions): (call: Call) => Promise<Verdict> {
  const { environment, keys, limiter } = options
  return async ({ operation, rawHeaders }) => {
    const allowedOrigins = await options.origins()
    const credential = readCredential(operation, rawHeaders)
    const record = credential === undefined ? undefined : await keys.find(credential)
    const { allowed, allowOrigin } = checkOrigin({
      environment,
      allowedOrigins,
      origins: headerLines(rawHeaders, 'origin'),
      keyEnvironment: record?.environment ?? environment,
    })
    if (!record) return { refused: 401, headers: {}, allowOrigin }
    keys.markUsed(record.id)
    if (!allowed) {
      const state = await limiter.peek(record.id)
      return {
        refused: 403,
        headers: toRateLimitHeaders({ ...state, admitted: true }),
        allowOrigin,
      }
    }
    const state = await limiter.admit(record.id)
    return { refused: state.admitted ? null : 429, headers: toRateLimitHeaders(state), allowOrigin }
  }
}
