import { constants, operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import type { LimitState, RateLimitPolicy } from './rate-limiter.ts'

const { responses } = operations.listCountries
const policyName = headerName(responses[200], 'RateLimitPolicy')
const stateName = headerName(responses[200], 'RateLimit')
type Name = keyof (typeof responses)[200]['headers']
const limitName = 'X-RateLimit-Limit' satisfies Name
const remainingName = 'X-RateLimit-Remaining' satisfies Name
const resetName = 'X-RateLimit-Reset' satisfies Name
const retryAfterName = headerName(responses[429], 'RetryAfter')

/** Names of the rate-limit headers on every response. */
export const rateLimitNames = [
  ...[policyName, stateName],
  ...[limitName, remainingName, resetName],
] as const

/** Headers for a caller without a known key: the policy and the whole quota. */
export const toFullRateLimitHeaders = ({ quota, windowSeconds }: RateLimitPolicy) => ({
  [policyName]: `"${constants.rateLimitPolicyName}";q=${quota};w=${windowSeconds}`,
  [limitName]: String(quota),
  ...toRateLimitHeaders({ admitted: true, remaining: quota, resetSeconds: windowSeconds }),
})

/** The state of a known key, which replaces the whole quota. A rejected call also gets `Retry-After`. */
export function toRateLimitHeaders(state: LimitState): Record<string, string> {
  const headers: Record<string, string> = {
    [stateName]: `"${constants.rateLimitPolicyName}";r=${state.remaining};t=${state.resetSeconds}`,
    [remainingName]: String(state.remaining),
    [resetName]: String(state.resetSeconds),
  }
  if (!state.admitted) headers[retryAfterName] = String(state.resetSeconds)
  return headers
}
