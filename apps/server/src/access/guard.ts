import type { Environment } from '@partner-platform/settings'
import { headerLines } from '@partner-platform/settings'
import type { Operation } from '../contract/operation.ts'
import type { ErrorStatus } from '../errors.ts'
import { hashApiKey, isApiKey } from '../keys/api-key.ts'
import type { KeyStore } from '../keys/key-store.ts'
import { toRateLimitHeaders } from '../limits/rate-limit-headers.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { type AllowedOrigins, checkOrigin } from './check-origin.ts'
import { readCredential } from './read-credential.ts'

export type GuardOptions = {
  environment: Environment
  keys: KeyStore
  origins: () => AllowedOrigins | Promise<AllowedOrigins>
  limiter: RateLimiter
}

/** `refused` is the status to answer with; the headers go over those of every answer either way. */
export type Verdict = {
  refused: ErrorStatus | null
  headers: Record<string, string>
  /** The origin that may read the answer in a browser. */
  allowOrigin: string | null
}

type Call = { operation: Operation; rawHeaders: readonly string[] }

/**
 * Decides whether a call of an operation may go on. In this order: is the key known (401), is it of
 * this environment and the origin one of that environment's (403, alike for both), is the rate limit
 * kept (429). Only a call that passes everything before it is counted.
 * @see specs/decisions/ D-015, D-017, D-018 and D-021
 */
export function createGuard(options: GuardOptions): (call: Call) => Promise<Verdict> {
  const { environment, limiter } = options
  return async ({ operation, rawHeaders }) => {
    const origins = headerLines(rawHeaders, 'origin')
    const allowedOrigins = await options.origins()
    const check = (keyEnvironment: Environment) =>
      checkOrigin({ environment, keyEnvironment, allowedOrigins, origins })
    const record = await findKey(options, readCredential(operation, rawHeaders))
    if (!record) {
      const { allowOrigin } = check(environment)
      return { refused: 401, headers: {}, allowOrigin }
    }
    const { id, environment: keyEnvironment } = record
    options.keys.markUsed(id)
    const { allowed, allowOrigin } = check(keyEnvironment)
    if (!allowed) {
      const seen = { ...(await limiter.peek(id)), admitted: true }
      return { refused: 403, headers: toRateLimitHeaders(seen), allowOrigin }
    }
    const state = await limiter.admit(id)
    const headers = toRateLimitHeaders(state)
    return { refused: state.admitted ? null : 429, headers, allowOrigin }
  }
}

function findKey({ keys }: GuardOptions, credential: string | undefined) {
  if (credential === undefined || !isApiKey(credential)) return undefined
  return keys.find(hashApiKey(credential))
}
