import type { Orm } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { count, gt, isNull, or } from 'drizzle-orm'
import { apiKeys, endpoints, origins } from '../store/schema.ts'

/** How much an environment holds. */
export type EnvironmentCounts = {
  name: Environment
  /** Keys that work now. */
  activeKeys: number
  origins: number
  /** Disabled ones included. */
  endpoints: number
}

/** In the order of the contract; generated names are in that of the alphabet. */
const order = Object.keys({
  development: true,
  staging: true,
  production: true,
} satisfies Record<Environment, true>) as Environment[]

type Counted = { environment: Environment; count: number }[]

/** The environments in the order of the contract. */
export async function listEnvironments(
  { nowMs }: { nowMs: number },
  orm: Orm,
): Promise<EnvironmentCounts[]> {
  const isActive = or(isNull(apiKeys.revokesAt), gt(apiKeys.revokesAt, new Date(nowMs)))
  const keys: Counted = await orm
    .select({ environment: apiKeys.environment, count: count() })
    .from(apiKeys)
    .where(isActive)
    .groupBy(apiKeys.environment)
  const allowed: Counted = await orm
    .select({ environment: origins.environment, count: count() })
    .from(origins)
    .groupBy(origins.environment)
  const registered: Counted = await orm
    .select({ environment: endpoints.environment, count: count() })
    .from(endpoints)
    .groupBy(endpoints.environment)
  const of = (rows: Counted, name: Environment) =>
    rows.find(({ environment }) => environment === name)?.count ?? 0
  return order.map((name) => ({
    name,
    activeKeys: of(keys, name),
    origins: of(allowed, name),
    endpoints: of(registered, name),
  }))
}
