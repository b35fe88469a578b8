import { constants, operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import type { LimitState, RateLimiter } from './rate-limiter.ts'

const { responses } = operations.listCountries
const policyName = headerName(responses[200], 'RateLimitPolicy')
const stateName = headerName(responses[200], 'RateLimit')
const retryAfterName = headerName(responses[429], 'RetryAfter')

/** Required headers that the server puts on every response, so that no handler has to. */
export const providedHeaders = [policyName, stateName] as const

type Policy = Pick<RateLimiter, 'quota' | 'windowSeconds'>

/** Policy and state for the response to a known key; a refused call gets `Retry-After` too. */
export function toRateLimitHeaders(policy: Policy, state: LimitState): Record<string, string> {
  return {
    [policyName]: `"${constants.rateLimitPolicyName}";q=${policy.quota};w=${policy.windowSeconds}`,
    [stateName]: `"${constants.rateLimitPolicyName}";r=${state.remaining};t=${state.resetSeconds}`,
    ...(state.admitted ? {} : { [retryAfterName]: String(state.resetSeconds) }),
  }
}

/** What a response without a known key carries: the whole quota, as nothing is counted. */
export const toFullRateLimitHeaders = (policy: Policy) =>
  toRateLimitHeaders(policy, {
    admitted: true,
    remaining: policy.quota,
    resetSeconds: policy.windowSeconds,
  })
