import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'

/** What processes on one store tell each other; a message is sent when its transaction commits. */
export const channels = {
  /** A delivery is due. */
  deliveries: 'platform_deliveries',
  /** Keys, origins or countries changed: forget what was read of them. */
  access: 'platform_access',
} as const

type ChannelName = keyof typeof channels

const announced = new WeakMap<Transaction, Set<ChannelName>>()

/** Whether something was announced within the transaction. */
export const hasAnnounced = (tx: Transaction, channel: ChannelName): boolean =>
  announced.get(tx)?.has(channel) ?? false

/** Tells every process, this one included, once the transaction has committed. */
export async function announce(tx: Transaction, channel: ChannelName): Promise<void> {
  announced.set(tx, new Set(announced.get(tx)).add(channel))
  await tx.execute(sql`select pg_notify(${channels[channel]}, '')`)
}
