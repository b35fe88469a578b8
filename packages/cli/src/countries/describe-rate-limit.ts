import type { RateLimitState } from '@partner-platform/client'

/** What is left of the rate limit, as a sentence; null where the service is silent. */
export function describeRateLimit(state: RateLimitState | null): string | null {
  if (!state || state.remaining === null) return null
  const { remaining, limit, windowSeconds, resetSeconds } = state
  const quota = limit === null ? '' : ` of ${limit}`
  const window = windowSeconds === null ? '' : ` in ${windowSeconds} s`
  const reset = resetSeconds === null ? '' : `, more in ${resetSeconds} s`
  return `Rate limit: ${remaining}${quota} calls left${window}${reset}.`
}
