import { fileURLToPath } from 'node:url'
import { type Database, type DatabaseOptions, openDatabase } from '@partner-platform/database'

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
