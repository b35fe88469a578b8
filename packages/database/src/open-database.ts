import { type SQL, sql } from 'drizzle-orm'
import type { Db, PgBoss } from 'pg-boss'
import { openEmbeddedStore } from './embedded-store.ts'
import { openPostgresStore } from './postgres-store.ts'
import {
  type JobsOptions,
  prepareJobs,
  type QueueBackend,
  type QueueSettings,
  startJobs,
  stopJobs,
} from './start-jobs.ts'
import {
  assertChannel,
  createTransactionGuard,
  type Orm,
  type Store,
  type StoreLocation,
  type StoreOptions,
  type Transaction,
  type TransactionGuard,
} from './store.ts'

export type DatabaseOptions = {
  location: StoreLocation
  /** Folder of Drizzle migrations. They run first, in one process at a time. */
  migrationsFolder: string
  queues: readonly QueueSettings[]
  /** Engine behind a Postgres URL. @default 'postgres' */
  backend?: QueueBackend
  /** How often this process cleans up expired and finished jobs, in seconds. @default 5 */
  superviseSeconds?: number
  /** Receives errors that nobody awaits, such as a lost connection. @default ignored, as the store reconnects */
  onError?: (error: unknown) => void
}

/**
 * Opens the store, migrates its tables and starts the job queue. Rejects with the driver's error if the
 * store cannot be reached, and with a `FolderInUseError` if its folder is open elsewhere. After a
 * rejection, nothing stays open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  let isClosed = false
  const onError = (error: unknown) => {
    if (!isClosed) options.onError?.(error)
  }
  const guard = createTransactionGuard()
  const store = await openStore(options, { guard, onError })
  const jobsOptions: JobsOptions = {
    backend: store.kind === 'embedded' ? 'pglite' : (options.backend ?? 'postgres'),
    queues: options.queues,
    superviseSeconds: options.superviseSeconds ?? 5,
    onError,
  }
  try {
    await store.setUp(async ({ migrate, jobsDb }) => {
      await migrate(options.migrationsFolder)
      await prepareJobs(jobsDb, jobsOptions)
    })
    const jobs = await startJobs(store.jobsDb, jobsOptions)
    return toDatabase(store, jobs, guard, () => {
      isClosed = true
    })
  } catch (error) {
    isClosed = true
    await store.close().catch(() => {})
    throw error
  }
}

function openStore({ location, backend = 'postgres' }: DatabaseOptions, options: StoreOptions) {
  if (location.kind === 'embedded') return openEmbeddedStore(location.folder, options)
  const isPostgres = backend === 'postgres' || backend === 'citus'
  return openPostgresStore({ ...location, ...options, isPostgres })
}

/** Throws at the first use, instead of a wrapped error when the statement runs. */
function guardOrm({ orm, transaction }: Store, guard: TransactionGuard): Orm {
  return new Proxy(orm, {
    get(target, name, receiver) {
      guard.assertOutside()
      return name === 'transaction' ? transaction : Reflect.get(target, name, receiver)
    },
  })
}

function toDatabase(
  store: Store,
  jobs: PgBoss,
  guard: TransactionGuard,
  onClose: () => void,
): Database {
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined
  const close = async () => {
    onClose()
    const closed = store.close()
    // All at once: together they wait only once for a server that does not answer.
    await Promise.allSettled([closed, stopJobs(jobs), ...[...listeners].map((stop) => stop())])
    await closed
  }
  return {
    kind: store.kind,
    orm: guardOrm(store, guard),
    query: store.query,
    transaction: store.transaction,
    async listen(channel, listener) {
      guard.assertOutside()
      assertChannel(channel)
      const hangUp = await store.listen(channel, listener)
      const stop = async () => {
        if (listeners.delete(stop)) await hangUp()
      }
      listeners.add(stop)
      return stop
    },
    jobs,
    within,
    async releaseJobs(queue) {
      const text = `select id from pgboss.job where name = $1 and state = 'active'`
      const ids = (await store.query<{ id: string }>(text, [queue])).map(({ id }) => id)
      if (ids.length > 0) await jobs.fail(queue, ids)
    },
    async close() {
      guard.assertOutside()
      closing ??= close()
      await closing
    },
  }
}

/**
 * The queue's own adapter passes each element of an array as a parameter of its own. A statement would then have
 * another text for each number of jobs, and would have to be parsed and planned again.
 */
function within(tx: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      const parts = text
        .split(/\$(\d+)/)
        .map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part)))
      return { rows: await rowsOf<unknown>(tx, sql.join(parts)) }
    },
  }
}

/** Runs a statement that Drizzle does not build, and returns its rows. */
export async function rowsOf<Row>(tx: Transaction, statement: SQL): Promise<Row[]> {
  const { rows } = (await tx.execute(statement)) as unknown as { rows: Row[] }
  return rows
}

export type { Orm, Transaction } from './store.ts'

/** The part of the job queue in use: jobs are sent within a transaction, fetched, and completed. */
export type Jobs = Pick<PgBoss, 'send' | 'insert' | 'fetch' | 'complete' | 'fail' | 'findJobs'>

/**
 * An open store with its job queue. Inside a transaction, everything but `within` throws a `TypeError`,
 * and so does a call of `jobs` without `{ db: database.within(tx) }`.
 */
export type Database = Pick<Store, 'kind' | 'orm' | 'query' | 'transaction' | 'listen'> & {
  jobs: Jobs
  /** The `db` option that makes a call of `jobs` part of the transaction. */
  within(tx: Transaction): Db
  /**
   * Returns every active job to the queue, whichever process took it; each has used up one try. For a
   * start at which no other process can be working.
   */
  releaseJobs(queue: string): Promise<void>
  /** Stops listening and working. Waits at most 6 s for work in flight. */
  close(): Promise<void>
}
