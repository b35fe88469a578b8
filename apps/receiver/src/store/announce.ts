import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { channels } from './channels.ts'

/** Tells every process, this one included, once the transaction has committed. */
export async function announce(
  tx: Transaction,
  ...names: (keyof typeof channels)[]
): Promise<void> {
  const calls = names.map((name) => sql`pg_notify(${channels[name]}, '')`)
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
}
