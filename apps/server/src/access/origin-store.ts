import type { Database } from '@partner-platform/database'
import { type Environment, environments } from '@partner-platform/types'
import { keepFresh } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'
import type { AllowedOrigins } from './check-origin.ts'

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
