import {
  anything,
  count,
  either,
  flag,
  listOf,
  mapOf,
  number,
  object,
  orNull,
  pairOf,
  sentence,
  text,
  word,
} from './shape.ts'
import { type Vector, vector, vectorTable } from './vector-table.ts'

export type Environment = 'development' | 'staging' | 'production'

/** The exact bytes of a body: as text, or as base64 where they are no UTF-8. See `bodyBytes`. */
export type Body = { body: string } | { bodyBase64: string }
/** `signature` is the header's value, `null` without the header, a list for several header lines. */
export type SignatureGiven = Body & { secrets: string[]; signature: string | null | string[] }
export type SignatureWant =
  | { ok: true }
  | { ok: false; code: 'missing-signature' | 'malformed-signature' | 'signature-mismatch' }
export type SignatureVector = Vector<SignatureGiven, SignatureWant>

export type ApiKey = { environment: Environment; state: 'active' | 'revoked'; key: string }
/** `environment` is that of the server asked; `headers` are raw lines and may repeat. */
export type AuthGiven = { environment: Environment; headers: [string, string][]; path?: string }
export type AuthVector = Vector<AuthGiven, { status: 200 | 401 | 403 }>

export type OriginGiven = {
  environment: Environment
  allowedOrigins: Record<Environment, string[]>
  keyEnvironment: Environment
  origin: string | null
}
export type OriginVector = Vector<OriginGiven, { allowed: boolean; allowOrigin: string | null }>

/** Calls to a limiter of `quota` calls per `windowSeconds` and key, at `atMs` of one clock. */
export type LimiterGiven = {
  kind: 'limiter'
  quota: number
  windowSeconds: number
  calls: { atMs: number; key: string }[]
}
/** One answer per call; `retryAfterSeconds` is `null` for an admitted call. */
export type LimiterWant = {
  answers: {
    admitted: boolean
    remaining: number
    resetSeconds: number
    retryAfterSeconds: number | null
  }[]
}
/** Header lines as a client receives them when its clock shows `nowMs` (Unix time). */
export type LimitHeadersGiven = { kind: 'headers'; headers: [string, string][]; nowMs: number }
export type LimitHeadersWant = {
  limit: number | null
  remaining: number | null
  resetSeconds: number | null
  retryAfterSeconds: number | null
}
export type LimiterVector = Vector<LimiterGiven, LimiterWant>
export type LimitHeadersVector = Vector<LimitHeadersGiven, LimitHeadersWant>

/** `attempt` is the 1-based number of the attempt to be scheduled; 0 ≤ `random` < 1. */
export type RetryGiven = {
  attempt: number
  random: number
  retryAfterSeconds: number | null
  status: number | null
}
export type RetryVector = Vector<RetryGiven, { delayMs: number } | { deadLetter: true }>

/** `value` is that of the header, `null` without it; `now` is a date-time in UTC. */
export type RetryAfterVector = Vector<
  { value: string | null; now: string },
  { seconds: number | null }
>

const environment = word('development', 'staging', 'production')
const headerLines = listOf(pairOf(text, text))
const anyFixtures = mapOf(anything)

const signed = { secrets: listOf(text), signature: either(orNull(text), listOf(text)) }
const failure = word('missing-signature', 'malformed-signature', 'signature-mismatch')

/** Which signatures hold over which bytes, and how the others fail (D-001 to D-004). */
export const signatureVectors = vectorTable('signatures', {
  fixtures: anyFixtures,
  row: vector<SignatureGiven, SignatureWant>(
    either(object({ body: text, ...signed }), object({ bodyBase64: text, ...signed })),
    either(object({ ok: word(true) }), object({ ok: word(false), code: failure })),
  ),
})

const apiKey = object<ApiKey>({ environment, state: word('active', 'revoked'), key: sentence })

/** Which header lines authenticate a call; `fixtures.keys` are all keys that the server knows. */
export const authVectors = vectorTable('auth', {
  fixtures: object({ keys: mapOf(apiKey) }),
  row: vector(
    object({ environment, headers: headerLines }, { path: text }),
    object({ status: word(200, 401, 403) }),
  ),
})

const origins = listOf(text)

/** Which origins a browser may call from, and which origin the answer names (D-021). */
export const originVectors = vectorTable('origins', {
  fixtures: anyFixtures,
  row: vector<OriginGiven, OriginVector['want']>(
    object({
      environment,
      allowedOrigins: object({ development: origins, staging: origins, production: origins }),
      keyEnvironment: environment,
      origin: orNull(text),
    }),
    object({ allowed: flag, allowOrigin: orNull(text) }),
  ),
})

const limiter = vector<LimiterGiven, LimiterWant>(
  object({
    kind: word('limiter'),
    quota: count,
    windowSeconds: count,
    calls: listOf(object({ atMs: count, key: text })),
  }),
  object({
    answers: listOf(
      object({
        admitted: flag,
        remaining: count,
        resetSeconds: count,
        retryAfterSeconds: orNull(count),
      }),
    ),
  }),
)

const limitHeaders = vector<LimitHeadersGiven, LimitHeadersWant>(
  object({ kind: word('headers'), headers: headerLines, nowMs: count }),
  object({
    limit: orNull(count),
    remaining: orNull(count),
    resetSeconds: orNull(count),
    retryAfterSeconds: orNull(count),
  }),
)

const rateLimits = vectorTable('rate-limits', {
  fixtures: anyFixtures,
  row: either(limiter, limitHeaders),
})

/** What a limiter answers (`limiter`) and what a client reads from headers (`headers`) (D-015). */
export const rateLimitVectors = Object.freeze(
  Object.defineProperties(rateLimits, {
    limiter: { get: () => rateLimits.rows.filter((row) => row.given.kind === 'limiter') },
    headers: { get: () => rateLimits.rows.filter((row) => row.given.kind === 'headers') },
  }),
) as typeof rateLimits & {
  readonly limiter: readonly LimiterVector[]
  readonly headers: readonly LimitHeadersVector[]
}

/** The pause that a `Retry-After` asks for at a moment; `null` where it asks for none (D-010). */
export const retryAfterVectors = vectorTable('retry-after', {
  fixtures: anyFixtures,
  row: vector<RetryAfterVector['given'], RetryAfterVector['want']>(
    object({ value: orNull(text), now: text }),
    object({ seconds: orNull(count) }),
  ),
})

/** When the next attempt of a delivery is due, or that there is none (D-010, D-012). */
export const retryVectors = vectorTable('retry-schedule', {
  fixtures: anyFixtures,
  row: vector<RetryGiven, RetryVector['want']>(
    object({
      attempt: count,
      random: number,
      retryAfterSeconds: orNull(count),
      status: orNull(count),
    }),
    either(object({ delayMs: count }), object({ deadLetter: word(true) })),
  ),
})
