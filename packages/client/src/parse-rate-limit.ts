import { contractHeaders } from './contract.ts'
import { parseDelay, parseRetryAfter } from './parse-retry-after.ts'
import { type Member, parseStructuredList } from './parse-structured-list.ts'

/** What a response says about the rate limit. A part is null if the response does not give it. */
export interface RateLimitState {
  /** Calls allowed in one window. */
  limit: number | null
  /** Calls left in this window. */
  remaining: number | null
  /** Seconds until the count resets. */
  resetSeconds: number | null
  /** Length of the window in seconds. */
  windowSeconds: number | null
  /** Name of the policy; of several, the tightest. */
  policy: string | null
  /** Seconds to wait before the next call; of several, the longest. */
  retryAfterSeconds: number | null
}

type Quota = Omit<RateLimitState, 'retryAfterSeconds'>
type HeaderReader = { get(name: string): string | null }

const silent: Quota = {
  limit: null,
  remaining: null,
  resetSeconds: null,
  windowSeconds: null,
  policy: null,
}

/** Older header families: prefixes of `Limit`, `Remaining` and `Reset`. */
const legacyPrefixes = ['RateLimit-', 'X-RateLimit-', 'X-Rate-Limit-']

/**
 * The rate limit in response headers, in any style: the structured fields of the contract and their
 * draft forms, the older triple, or the `X-` triples with seconds or Unix time. Null if no header is
 * usable. Never throws. `nowMs` turns dates into seconds.
 * @see specs/openapi.yaml and https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function parseRateLimit(headers: HeaderReader, nowMs: number): RateLimitState | null {
  const quota = structuredQuota(headers) ?? legacyQuota(headers, nowMs)
  const retryAfter = headers.get(contractHeaders.retryAfter)
  const retryAfterSeconds = countable(parseRetryAfter(retryAfter, nowMs))
  if (quota === null && retryAfterSeconds === null) return null
  return { ...(quota ?? silent), retryAfterSeconds }
}

function structuredQuota(headers: HeaderReader): Quota | null {
  const states = members(headers.get(contractHeaders.rateLimit))
  const policies = members(headers.get(contractHeaders.rateLimitPolicy))
  const limits = states.some((state) => state.key !== null)
    ? [fromDictionary(states, policies)]
    : states.map((state) => fromState(state, policies))
  const known = limits.filter((limit) => limit.remaining !== null)
  if (known.length > 0) return known.reduce(tighter)
  const [policy] = policies
  return policy && readPolicy(policy).limit !== null ? { ...silent, ...readPolicy(policy) } : null
}

const members = (text: string | null) => (text === null ? [] : (parseStructuredList(text) ?? []))

/** `"default";r=57;t=12` */
function fromState(state: Member, policies: Member[]): Quota {
  const policy = policies.find((candidate) => candidate.value === state.value)
  return {
    ...silent,
    ...(policy ? readPolicy(policy) : {}),
    remaining: toCount(state.parameters.get('r')),
    resetSeconds: toCount(state.parameters.get('t')),
    policy: String(state.value),
  }
}

/** `limit=100, remaining=57, reset=12`, as an earlier draft had it. */
function fromDictionary(states: Member[], policies: Member[]): Quota {
  const part = (key: string) => toCount(states.find((state) => state.key === key)?.value)
  const [policy] = policies
  return {
    ...silent,
    ...(policy ? readPolicy(policy) : {}),
    limit: part('limit'),
    remaining: part('remaining'),
    resetSeconds: part('reset'),
  }
}

/** `"default";q=100;w=60`, or `100;w=60` as an earlier draft had it. */
function readPolicy({ value, parameters }: Member) {
  const isNamed = typeof value === 'string'
  return {
    limit: toCount(isNamed ? parameters.get('q') : value),
    windowSeconds: toCount(parameters.get('w')),
    policy: isNamed ? value : null,
  }
}

const tighter = (a: Quota, b: Quota) => {
  const [left, right] = [a.remaining ?? Infinity, b.remaining ?? Infinity]
  if (left !== right) return left < right ? a : b
  return (a.resetSeconds ?? 0) >= (b.resetSeconds ?? 0) ? a : b
}

function legacyQuota(headers: HeaderReader, nowMs: number): Quota | null {
  for (const prefix of legacyPrefixes) {
    const [limit, ...policies] = members(headers.get(`${prefix}Limit`))
    const [remaining, ...repeated] = members(headers.get(`${prefix}Remaining`))
    // Policies may follow the limit, `100, 100;w=60`; any other list is a repeated header.
    const isLimit = policies.every((policy) => policy.parameters.has('w'))
    const quota = {
      ...silent,
      limit: isLimit ? toCount(limit?.value) : null,
      remaining: repeated.length === 0 ? toCount(remaining?.value) : null,
      resetSeconds: toSeconds(headers.get(`${prefix}Reset`), nowMs),
      windowSeconds: toCount((policies[0] ?? limit)?.parameters.get('w')),
    }
    if (quota.limit !== null || quota.remaining !== null) return quota
  }
  return null
}

const toCount = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null

/** A number too large to count with is treated as absent. */
const countable = (seconds: number | null) => (seconds === Number.MAX_SAFE_INTEGER ? null : seconds)

/** No window lasts 31 years: a larger number is Unix time, and an even larger one milliseconds. */
const unixTimeFrom = 1e9
const unixMillisecondsFrom = 1e12

/** One value like those of `Retry-After`, or Unix time. */
function toSeconds(value: string | null, nowMs: number): number | null {
  const seconds = countable(parseDelay(value ?? '', nowMs))
  if (seconds === null || seconds < unixTimeFrom) return seconds
  const resetMs = seconds < unixMillisecondsFrom ? seconds * 1000 : seconds
  return Math.max(0, Math.ceil((resetMs - nowMs) / 1000))
}
