import * as v from 'valibot'
import { sentence } from './read-text.ts'
import { anyFixtures, vector, vectorTable } from './vector-table.ts'

const environments = ['development', 'staging', 'production'] as const
const environment = v.picklist(environments)
const headerLines = v.array(v.strictTuple([v.string(), v.string()]))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const countOrNull = v.nullable(count)

/** The exact bytes of a body: as text, or as base64 if they are not UTF-8. See `bodyBytes`. */
type Body = { body: string } | { bodyBase64: string }

/** The exact bytes of a vector's body. */
export const bodyBytes = (given: Body): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    'body' in given ? Buffer.from(given.body) : Buffer.from(given.bodyBase64, 'base64'),
  )

const signed = {
  secrets: v.array(v.string()),
  /** The header's value, `null` without the header, a list for several header lines. */
  signature: v.union([v.nullable(v.string()), v.array(v.string())]),
}
const failure = v.picklist(['missing-signature', 'malformed-signature', 'signature-mismatch'])

/** Which signatures hold over which bytes, and how the others fail (D-001 to D-004). */
export const signatureVectors = vectorTable('signatures', {
  fixtures: anyFixtures,
  row: vector(
    v.union([
      v.strictObject({ body: v.string(), ...signed }),
      v.strictObject({ bodyBase64: v.string(), ...signed }),
    ]),
    v.variant('ok', [
      v.strictObject({ ok: v.literal(true) }),
      v.strictObject({ ok: v.literal(false), code: failure }),
    ]),
  ),
})
export type SignatureVector = (typeof signatureVectors.rows)[number]

const apiKey = v.strictObject({
  environment,
  state: v.picklist(['active', 'revoked']),
  key: sentence,
})

/**
 * Which header lines authenticate a call. `environment` is that of the server; `headers` are raw lines
 * and may repeat; `fixtures.keys` are all keys that the server knows.
 */
export const authVectors = vectorTable('auth', {
  fixtures: v.strictObject({ keys: v.record(v.string(), apiKey) }),
  row: vector(
    v.strictObject({ environment, headers: headerLines, path: v.exactOptional(v.string()) }),
    v.strictObject({ status: v.picklist([200, 401, 403]) }),
  ),
})

/** Which origins a browser may call from, and which origin the answer names (D-021). */
export const originVectors = vectorTable('origins', {
  fixtures: anyFixtures,
  row: vector(
    v.strictObject({
      environment,
      allowedOrigins: v.strictObject(v.entriesFromList(environments, v.array(v.string()))),
      keyEnvironment: environment,
      origin: v.nullable(v.string()),
    }),
    v.strictObject({ allowed: v.boolean(), allowOrigin: v.nullable(v.string()) }),
  ),
})

/**
 * Calls to a limiter of `quota` calls per `windowSeconds` and key, at `atMs` of one clock. One answer
 * per call; `retryAfterSeconds` is `null` for an admitted call.
 */
const limiter = vector(
  v.strictObject({
    kind: v.literal('limiter'),
    quota: count,
    windowSeconds: count,
    calls: v.array(v.strictObject({ atMs: count, key: v.string() })),
  }),
  v.strictObject({
    answers: v.array(
      v.strictObject({
        admitted: v.boolean(),
        remaining: count,
        resetSeconds: count,
        retryAfterSeconds: countOrNull,
      }),
    ),
  }),
)
type LimiterVector = v.InferOutput<typeof limiter>

/** Header lines as a client receives them when its clock shows `nowMs` (Unix time). */
const limitHeaders = vector(
  v.strictObject({ kind: v.literal('headers'), headers: headerLines, nowMs: count }),
  v.strictObject({
    limit: countOrNull,
    remaining: countOrNull,
    resetSeconds: countOrNull,
    retryAfterSeconds: countOrNull,
  }),
)
type LimitHeadersVector = v.InferOutput<typeof limitHeaders>

const rateLimits = vectorTable('rate-limits', {
  fixtures: anyFixtures,
  row: v.union([limiter, limitHeaders]),
})
const isLimiter = (row: LimiterVector | LimitHeadersVector): row is LimiterVector =>
  row.given.kind === 'limiter'

/** What a limiter answers (`limiter`) and what a client reads from headers (`headers`) (D-015). */
export const rateLimitVectors: typeof rateLimits & {
  readonly limiter: readonly LimiterVector[]
  readonly headers: readonly LimitHeadersVector[]
} = Object.create(rateLimits, {
  limiter: { get: () => rateLimits.rows.filter(isLimiter) },
  headers: { get: () => rateLimits.rows.filter((row) => !isLimiter(row)) },
})

/**
 * The pause that a `Retry-After` asks for, in seconds; `null` if it asks for none (D-010). `value` is the
 * header's value, `null` without the header; `now` is a date-time in UTC.
 */
export const retryAfterVectors = vectorTable('retry-after', {
  fixtures: anyFixtures,
  row: vector(
    v.strictObject({ value: v.nullable(v.string()), now: v.string() }),
    v.strictObject({ seconds: countOrNull }),
  ),
})

/**
 * When the next attempt of a delivery is due, if there is one (D-010, D-012). `attempt` is the 1-based
 * number of the attempt to schedule; 0 ≤ `random` < 1.
 */
export const retryVectors = vectorTable('retry-schedule', {
  fixtures: anyFixtures,
  row: vector(
    v.strictObject({
      attempt: count,
      random: v.number(),
      retryAfterSeconds: countOrNull,
      status: countOrNull,
    }),
    v.union([v.strictObject({ delayMs: count }), v.strictObject({ deadLetter: v.literal(true) })]),
  ),
})
