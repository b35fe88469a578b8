import { fileURLToPath } from 'node:url'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type Transaction,
} from '@partner-platform/database'
import { type SQL, sql } from 'drizzle-orm'

/** The queue of events that wait for their handler. */
export const handleQueue = 'handle'

/** The queue of suspects: events of a process that died. Any of them may have killed it, so each is handled alone. */
export const suspectQueue = 'handle-alone'

/** Time for a handler and for storing its result. After that, another process may take the event. */
const defaultLeaseSeconds = 60

const yearSeconds = 31_536_000

export type StoreOptions = Pick<DatabaseOptions, 'location' | 'backend' | 'onError'> & {
  /** Equal for all processes on one store, and longer than a handler may take. @default 60 */
  leaseSeconds?: number
}

/** Opens the receiver's store with its tables and queues. */
export function openStore({
  leaseSeconds = defaultLeaseSeconds,
  ...options
}: StoreOptions): Promise<Database> {
  return openDatabase({
    ...options,
    migrationsFolder: fileURLToPath(new URL('../../migrations', import.meta.url)),
    queues: [handleQueue, suspectQueue].map((name) => ({
      name,
      expireInSeconds: leaseSeconds,
      // The event itself counts its tries.
      retryLimit: 10_000,
      retryDelay: 0,
      retentionSeconds: yearSeconds,
      deleteAfterSeconds: 60,
    })),
  })
}

/** Channels between processes on one store. A message is sent when its transaction commits. */
export const channels = {
  /** An event waits for its handler. */
  jobs: 'receiver_jobs',
  /** Something arrived, or was handled. */
  changes: 'receiver_changes',
} as const

export type ChannelName = keyof typeof channels

/** The end of a statement that notifies every process, including this one, once its transaction commits. */
export const announcing = (...names: readonly ChannelName[]): SQL =>
  sql`select pg_notify(name, '') from unnest(${sql.param(names.map((name) => channels[name]))}::text[]) as name`

/** Announces in a statement of its own. */
export const announce = async (tx: Transaction, ...names: readonly ChannelName[]) =>
  void (await tx.execute(announcing(...names)))

/** A job for a waiting event. If the event is no longer waiting, the job is void. */
export type HandleJob = { eventId: number }

/** An event, and the delay before its handler gets it. @default no delay */
type QueuedEvent = { eventId: number; submissionUuid: string; afterMs?: number }

type QueueContext = {
  tx: Transaction
  database: Pick<Database, 'jobs' | 'within'>
  /** @default the queue of events that are not suspects */
  queue?: string
}

/**
 * Queues events for their handler, in the transaction. The store's clock counts the delay. The caller announces
 * the jobs.
 */
export async function queueEvents(
  queued: readonly QueuedEvent[],
  { tx, database, queue = handleQueue }: QueueContext,
): Promise<void> {
  if (queued.length === 0) return
  const jobs = queued.map(({ eventId, submissionUuid, afterMs = 0 }) => ({
    data: { eventId } satisfies HandleJob,
    startAfter: toInterval(afterMs),
    group: { id: submissionUuid },
  }))
  await database.jobs.insert(queue, jobs, { db: database.within(tx) })
}

/** An event without delay is due since an hour ago, so that setting the clock back does not delay it. */
const toInterval = (afterMs: number) => (afterMs <= 0 ? '-1 hour' : `${afterMs / 1000} seconds`)
