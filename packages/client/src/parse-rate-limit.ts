import { responseHeaders } from '@partner-platform/types'
import { parseDelay, parseRetryAfter } from './parse-retry-after.ts'

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

/**
 * The rate limit in response headers, in any style. Each value comes from the structured fields of the
 * contract and their draft forms, else from the older triple, else from the `X-` triples with seconds
 * or Unix time. Null if no header is usable. Never throws. `nowMs` turns dates into seconds.
 * @see specs/decisions/ D-015 and https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function parseRateLimit(headers: HeaderReader, nowMs: number): RateLimitState | null {
  const older = legacyPrefixes.map((prefix) => legacyQuota(prefix, headers, nowMs))
  const quota = older.reduce(complete, structuredQuota(headers))
  const isUsable = quota.limit !== null || quota.remaining !== null
  const retryAfter = parseRetryAfter(headers.get(responseHeaders.RetryAfter), nowMs)
  const retryAfterSeconds = countable(retryAfter)
  if (!isUsable && retryAfterSeconds === null) return null
  return { ...(isUsable ? quota : silent), retryAfterSeconds }
}

const complete = (quota: Quota, older: Quota): Quota => {
  const given = Object.entries(quota).filter(([, value]) => value !== null)
  return { ...older, ...Object.fromEntries(given) }
}

function structuredQuota(headers: HeaderReader): Quota {
  const states = parseMembers(headers.get(responseHeaders.RateLimit))
  const policies = parseMembers(headers.get(responseHeaders.RateLimitPolicy))
  const limits = states.some((state) => state.key !== undefined)
    ? [fromDictionary(states, policies)]
    : states.map((state) => fromState(state, policies))
  const [tightest] = limits.filter((limit) => limit.remaining !== null).sort(byTightness)
  return tightest ?? readPolicy(policies[0])
}

/** `"default";r=57;t=12` */
const fromState = ({ value, parameters }: Member, policies: Member[]): Quota => ({
  ...readPolicy(policies.find((policy) => policy.value === value)),
  remaining: toCount(parameters.get('r')),
  resetSeconds: toCount(parameters.get('t')),
  policy: String(value),
})

/** `limit=100, remaining=57, reset=12`, as an earlier draft had it. */
function fromDictionary(states: Member[], [policy]: Member[]): Quota {
  const part = (key: string) => toCount(states.find((state) => state.key === key)?.value)
  return {
    ...readPolicy(policy),
    limit: part('limit'),
    remaining: part('remaining'),
    resetSeconds: part('reset'),
  }
}

/** `"default";q=100;w=60`, or `100;w=60` as an earlier draft had it. */
function readPolicy(member: Member | undefined): Quota {
  if (!member) return silent
  const { value, parameters } = member
  const [limit, policy] = typeof value === 'string' ? [parameters.get('q'), value] : [value, null]
  return { ...silent, limit: toCount(limit), windowSeconds: toCount(parameters.get('w')), policy }
}

/** Fewest calls left first, then the longest wait. */
const byTightness = (a: Quota, b: Quota) =>
  Number(a.remaining) - Number(b.remaining) || Number(b.resetSeconds) - Number(a.resetSeconds)

/** Older header families: prefixes of `Limit`, `Remaining` and `Reset`. */
const legacyPrefixes = ['RateLimit-', 'X-RateLimit-', 'X-Rate-Limit-']

function legacyQuota(prefix: string, headers: HeaderReader, nowMs: number): Quota {
  const [limit, ...policies] = parseMembers(headers.get(`${prefix}Limit`))
  const [remaining, ...repeated] = parseMembers(headers.get(`${prefix}Remaining`))
  // Policies may follow the limit, `100, 100;w=60`; any other list is a repeated header.
  const isLimit = policies.every((policy) => policy.parameters.has('w'))
  return {
    ...silent,
    limit: isLimit ? toCount(limit?.value) : null,
    remaining: repeated.length === 0 ? toCount(remaining?.value) : null,
    resetSeconds: toSeconds(headers.get(`${prefix}Reset`), nowMs),
    windowSeconds: toCount((policies[0] ?? limit)?.parameters.get('w')),
  }
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

/** One member of a structured list or dictionary: `key=value;name=value`; a list has no keys. */
interface Member {
  key: string | undefined
  value: Bare | undefined
  parameters: Map<string | undefined, Bare | undefined>
}

type Bare = string | number

const keyForm = '[a-z*][a-z0-9_.*-]*'
// Text in quotes, an integer, a byte sequence (`:base64:`) or a word.
const bareForm = [
  String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`,
  String.raw`-?\d{1,15}(?![\d.])`,
  ':[A-Za-z0-9+/=]*:',
  "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*",
].join('|')
const parameterForm = `;[ \\t]*(${keyForm})(?:=(${bareForm}))?`
const memberForm = `[ \\t]*(?:(${keyForm})=)?(${bareForm})((?:${parameterForm})*)[ \\t]*(?:,(?![ \\t]*$)|$)`

// No rate limit needs more. A longer field is ignored.
const fieldLimitCharacters = 4096

/**
 * The members of a structured field in order. None if the field is malformed anywhere, as the format
 * requires. Never throws. @see https://www.rfc-editor.org/rfc/rfc9651
 */
function parseMembers(text: string | null): Member[] {
  const members: Member[] = []
  if (text === null || text.length > fieldLimitCharacters) return members
  const member = new RegExp(memberForm, 'y')
  while (member.lastIndex < text.length) {
    const [found, key, value = '', parameters = ''] = member.exec(text) ?? []
    if (found === undefined) return []
    const pairs = parameters.matchAll(new RegExp(parameterForm, 'g'))
    const entries = [...pairs].map(([, name, given = '1']) => [name, toBare(given)] as const)
    members.push({ key, value: toBare(value), parameters: new Map(entries) })
  }
  return members
}

function toBare(text: string): Bare {
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  return /^-?\d/.test(text) ? Number(text) : text
}
