import { fileURLToPath } from 'node:url'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { type Database, type DatabaseOptions, openDatabase } from '../src/index.ts'

/** The table that the migrations of these tests make. */
export const notes = pgTable('notes', {
  id: integer('id').primaryKey(),
  text: text('text').notNull(),
})

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** Unfinished jobs of `work` return to the queue after a second. */
export const queues = [{ name: 'work', expireInSeconds: 1, retryLimit: 100 }]

/** What was heard of while nobody waited for it. */
export type TestDatabase = Database & { heard: unknown[] }

export async function openTestDatabase(
  location: DatabaseOptions['location'],
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const heard: unknown[] = []
  const database = await openDatabase({
    location,
    migrationsFolder,
    queues,
    onError: (error) => heard.push(error),
    ...options,
  })
  return { ...database, heard }
}

/** What a promise was rejected with; it must be rejected. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ isRejected: false, error: undefined }),
    (error: unknown) => ({ isRejected: true, error }),
  )
  if (!outcome.isRejected) throw new Error('It was expected to be rejected, and was not.')
  return outcome.error
}

/** The SQLSTATE of an error, which Drizzle hides one cause deeper. */
export function stateOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause === undefined ? undefined : stateOf(cause))
}
