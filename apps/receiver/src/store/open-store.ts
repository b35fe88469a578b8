import { fileURLToPath } from 'node:url'
import { type Database, type DatabaseOptions, openDatabase } from '@partner-platform/database'

/** Jobs of this queue are events that wait for their handler. */
export const handleQueue = 'handle'

/**
 * The same for suspects, the events that a process was handling when it died: any of them may have killed
 * it, so each is handled alone.
 */
export const suspectQueue = 'handle-alone'

/** What a handler may take, and the note of it; a silent process loses the event after that. */
const defaultLeaseSeconds = 60

const yearSeconds = 31_536_000

export type StoreOptions = Pick<DatabaseOptions, 'location' | 'backend' | 'onError'> & {
  /** The same for all processes on one store; longer than their handlers may take. @default 60 */
  leaseSeconds?: number
}

/** Opens the store of the receiver with its tables and its queue. */
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
