import type { Database } from '@partner-platform/database'
import { StartError } from '@partner-platform/settings'
import type { Environment } from '@partner-platform/types'
import { holdings } from '../store/schema.ts'

/**
 * Makes the store that of an environment, or throws a `StartError` if it is that of another: events of
 * two environments are never the same, and the handler of one must not get those of another.
 */
export async function assertEnvironment(
  { orm }: Pick<Database, 'orm'>,
  environment: Environment,
): Promise<void> {
  await orm.insert(holdings).values({ environment }).onConflictDoNothing()
  const [kept] = await orm.select().from(holdings)
  if (kept?.environment === environment) return
  throw new StartError(
    `The store holds webhooks of another environment: expected ${environment}, received ${kept?.environment ?? 'none'}. Use another data folder or database for each environment.`,
  )
}
