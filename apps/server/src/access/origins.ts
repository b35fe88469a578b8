import type { Database } from '@partner-platform/database'
import { type Environment, environments } from '@partner-platform/types'
import { keepFresh } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'

/** Origins that browsers may call from, by environment. */
export type AllowedOrigins = Readonly<Record<Environment, ReadonlySet<string>>>

/** Origins of pages on the developer's own machine. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[1-9][0-9]{0,4})?$/

type OriginCheck = {
  /** The environment of this server. */
  environment: Environment
  allowedOrigins: AllowedOrigins
  /** The environment of the key, or of the server if the key is unknown. */
  keyEnvironment: Environment
  /** Every `Origin` line of the request. */
  origins: readonly string[]
}

/**
 * Whether to admit the request, and the value of `Access-Control-Allow-Origin`.
 * @see specs/decisions/ D-018 and D-021
 */
export function checkOrigin({
  environment,
  allowedOrigins,
  keyEnvironment,
  origins,
}: OriginCheck): { allowed: boolean; allowOrigin: string | null } {
  if (keyEnvironment !== environment) return { allowed: false, allowOrigin: null }
  const [origin, ...repeated] = origins
  if (origin === undefined) return { allowed: true, allowOrigin: null }
  const isListed =
    allowedOrigins[environment].has(origin) ||
    (environment === 'development' && loopback.test(origin))
  const allowed = repeated.length === 0 && isListed
  return { allowed, allowOrigin: allowed ? origin : null }
}

/** The allowed origins in the store, loaded all at once: they are few. */
export function createOriginStore(
  database: Pick<Database, 'query'>,
  freshness: Freshness,
): () => AllowedOrigins | Promise<AllowedOrigins> {
  return keepFresh(freshness, async () => {
    const rows = await database.query<{ environment: Environment; origin: string }>(
      'select environment, origin from origins',
    )
    const of = (environment: Environment) =>
      new Set(rows.filter((row) => row.environment === environment).map(({ origin }) => origin))
    const allowed = Object.fromEntries(environments.map((name) => [name, of(name)]))
    return allowed as unknown as AllowedOrigins
  })
}
