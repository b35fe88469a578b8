import type { Database } from '@partner-platform/database'
import { type Environment, environments } from '@partner-platform/types'
import { keepFresh } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'

/** Origins that browsers may call from, per environment, each as scheme, host and port. */
export type AllowedOrigins = Readonly<Record<Environment, ReadonlySet<string>>>

/** Pages that a developer serves on the same machine, as browsers spell their origin. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[1-9][0-9]{0,4})?$/

type OriginCheck = {
  /** Environment of this server. */
  environment: Environment
  allowedOrigins: AllowedOrigins
  /** Environment of the key, or of the server before the key is known. */
  keyEnvironment: Environment
  /** Every `Origin` line of the request. */
  origins: readonly string[]
}

/**
 * Whether the request may go on, and the origin that its answer names for the browser.
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

/** The origins of the store, all at once: they are few. */
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
