import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'

/** Notifications between processes on one store, sent when their transaction commits. */
export const channels = {
  /** A delivery is due. */
  deliveries: 'platform_deliveries',
  /** Keys, origins or countries changed: drop cached values. */
  access: 'platform_access',
} as const

type ChannelName = keyof typeof channels

const announced = new WeakMap<Transaction, Set<ChannelName>>()

/** Whether the transaction announced something on the channel. */
export const hasAnnounced = (tx: Transaction, channel: ChannelName): boolean =>
  announced.get(tx)?.has(channel) ?? false

/** Notifies every process, including this one, when the transaction commits. */
export async function announce(tx: Transaction, channel: ChannelName): Promise<void> {
  announced.set(tx, new Set(announced.get(tx)).add(channel))
  await tx.execute(sql`select pg_notify(${channels[channel]}, '')`)
}
