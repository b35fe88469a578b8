import type { Environment } from '@partner-platform/settings'
import { headerLines } from '@partner-platform/settings'
import type { Clock } from '../clock.ts'
import type { Operation } from '../contract/operation.ts'
import type { ErrorStatus } from '../errors.ts'
import { hashApiKey, isApiKey } from '../keys/api-key.ts'
import type { ApiKeyRecord, KeyStore } from '../keys/key-store.ts'
import { toRateLimitHeaders } from '../limits/rate-limit-headers.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { AllowedOrigins } from './allowed-origins.ts'
import { checkOrigin } from './check-origin.ts'
import { readCredential } from './read-credential.ts'

export type GuardOptions = {
  environment: Environment
  keys: KeyStore
  allowedOrigins: AllowedOrigins
  limiter: RateLimiter
  clock: Clock
}

/** `refused` is the status to answer with; the headers go on the answer either way. */
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
  const { environment, allowedOrigins, limiter } = options
  return async ({ operation, rawHeaders }) => {
    const origins = headerLines(rawHeaders, 'origin')
    const check = { environment, allowedOrigins, origins }
    const record = await findKey(options, readCredential(operation, rawHeaders))
    if (!record) {
      const { allowOrigin } = checkOrigin({ ...check, keyEnvironment: environment })
      return { refused: 401, headers: {}, allowOrigin }
    }
    const { sha256, environment: keyEnvironment } = record
    await options.keys.markUsed(sha256, options.clock.wallMs())
    const { allowed, allowOrigin } = checkOrigin({ ...check, keyEnvironment })
    if (!allowed) {
      const seen = { ...(await limiter.peek(sha256)), admitted: true }
      return { refused: 403, headers: toRateLimitHeaders(limiter, seen), allowOrigin }
    }
    const state = await limiter.admit(sha256)
    const headers = toRateLimitHeaders(limiter, state)
    return { refused: state.admitted ? null : 429, headers, allowOrigin }
  }
}

async function findKey(
  { keys }: GuardOptions,
  credential: string | undefined,
): Promise<ApiKeyRecord | undefined> {
  if (credential === undefined || !isApiKey(credential)) return undefined
  const record = await keys.find(hashApiKey(credential))
  return record?.state === 'active' ? record : undefined
}
