import { constants, operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'
import type { LimitState } from './rate-limiter.ts'

const { responses } = operations.listCountries
const policyName = headerName(responses[200], 'RateLimitPolicy')
const stateName = headerName(responses[200], 'RateLimit')
const retryAfterName = headerName(responses[429], 'RetryAfter')

/** Names of the headers that every response has. */
export const rateLimitNames = [policyName, stateName] as const

/**
 * What every response carries where no known key called: the policy, and the whole quota, as nothing
 * is counted.
 */
export const toFullRateLimitHeaders = ({ quota, windowSeconds }: RateLimitPolicy) => ({
  [policyName]: `"${constants.rateLimitPolicyName}";q=${quota};w=${windowSeconds}`,
  ...toRateLimitHeaders({ admitted: true, remaining: quota, resetSeconds: windowSeconds }),
})

/** The state of a known key, in place of the whole quota; a refused call gets `Retry-After` too. */
export function toRateLimitHeaders(state: LimitState): Record<string, string> {
  const headers: Record<string, string> = {
    [stateName]: `"${constants.rateLimitPolicyName}";r=${state.remaining};t=${state.resetSeconds}`,
  }
  if (!state.admitted) headers[retryAfterName] = String(state.resetSeconds)
  return headers
}
