import { headerLines } from '@partner-platform/http-edge'
import type { Environment } from '@partner-platform/types'
import type { Operation } from '../contract/operation.ts'
import type { ErrorStatus } from '../errors.ts'
import { hashApiKey, isApiKey } from '../keys/api-key.ts'
import type { ApiKeyRecord, KeyStore } from '../keys/key-store.ts'
import { toRateLimitHeaders } from '../limits/rate-limit-headers.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { whenKnown } from '../when-known.ts'
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
export function createGuard(options: GuardOptions): (call: Call) => Verdict | Promise<Verdict> {
  const { environment, keys, limiter } = options
  return ({ operation, rawHeaders }) => {
    const origins = headerLines(rawHeaders, 'origin')
    const credential = readCredential(operation, rawHeaders)
    const judge = (allowedOrigins: AllowedOrigins, record: ApiKeyRecord | undefined) => {
      const keyEnvironment = record?.environment ?? environment
      const check = { environment, keyEnvironment, allowedOrigins, origins }
      const { allowed, allowOrigin } = checkOrigin(check)
      if (!record) return { refused: 401, headers: {}, allowOrigin } as const
      keys.markUsed(record.id)
      const state = allowed ? limiter.admit(record.id) : limiter.peek(record.id)
      return whenKnown(state, (seen): Verdict => {
        if (!allowed) {
          return {
            refused: 403,
            headers: toRateLimitHeaders({ ...seen, admitted: true }),
            allowOrigin,
          }
        }
        return {
          refused: seen.admitted ? null : 429,
          headers: toRateLimitHeaders(seen),
          allowOrigin,
        }
      })
    }
    return whenKnown(options.origins(), (allowedOrigins) =>
      whenKnown(findKey(keys, credential), (record) => judge(allowedOrigins, record)),
    )
  }
}

function findKey(keys: KeyStore, credential: string | undefined) {
  if (credential === undefined || !isApiKey(credential)) return undefined
  return keys.find(hashApiKey(credential))
}
