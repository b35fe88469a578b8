import { fileURLToPath } from 'node:url'
import { type Database, type DatabaseOptions, openDatabase } from '@partner-platform/database'

/** Jobs of this queue are attempts that are due, or probes of disabled endpoints. */
export const deliverQueue = 'deliver'

/** What a worker may take for one attempt and the note of it; a silent one loses the job after that. */
export const defaultLeaseSeconds = 30

const yearSeconds = 31_536_000

export type StoreOptions = Pick<DatabaseOptions, 'location' | 'backend' | 'onError'> & {
  /** The same for all processes on one store, and their workers. @default 30 */
  leaseSeconds?: number
}

/** Opens the store of the platform with its tables and its queue. */
export function openStore({
  leaseSeconds = defaultLeaseSeconds,
  ...options
}: StoreOptions): Promise<Database> {
  return openDatabase({
    ...options,
    migrationsFolder: fileURLToPath(new URL('../../migrations', import.meta.url)),
    queues: [
      {
        name: deliverQueue,
        expireInSeconds: leaseSeconds,
        // How often an attempt is tried anew because its worker died says nothing of the endpoint.
        retryLimit: 10_000,
        retryDelay: 0,
        retentionSeconds: yearSeconds,
        deleteAfterSeconds: 60,
      },
    ],
  })
}
