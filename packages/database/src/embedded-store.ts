import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Db } from 'pg-boss'
import { type EmbeddedEngine, openPglite, startEngine } from './embedded-engine.ts'
import { FolderInUseError, isUnavailable } from './errors.ts'
import {
  type Listener,
  type NoSchema,
  type Orm,
  type Store,
  type StoreOptions,
  toValues,
  type Values,
} from './store.ts'

type Hearing = { channel: string; listener: Listener; stop(): Promise<void> }

/**
 * Postgres within this process, in a folder or in memory. It does not wait for the disk: committed data
 * survives a crash of the process, but not of the machine. A second process that opens the folder gets a
 * `FolderInUseError`.
 */
export async function openEmbeddedStore(
  folder: string | null,
  { guard, onError }: StoreOptions,
): Promise<Store> {
  const unlock = folder === null ? () => {} : lockFolder(folder)
  const hearings = new Set<Hearing>()
  const hear = async (pglite: PGlite, hearing: Hearing) => {
    hearing.stop = await pglite.listen(hearing.channel, (payload) => {
      if (hearings.has(hearing)) hearing.listener.onPayload(payload)
    })
  }
  const engine = await startEngine({
    guard,
    open: () => openPglite(folder),
    canRestart: folder !== null,
    onLost() {
      for (const { listener } of hearings) listener.onLive(false)
    },
    async onRestarted(pglite) {
      for (const hearing of hearings) await hear(pglite, hearing)
      for (const { listener } of hearings) listener.onLive(true)
    },
  }).catch(async (error: unknown) => {
    unlock()
    throw error
  })
  const stopHousekeeping = keepHouse(engine, { onError })
  const jobsDb = toJobsDb(engine)
  return {
    kind: 'embedded',
    orm: drizzle(toClient(engine)) as unknown as Orm,
    query: async <Row>(text: string, values?: Values) =>
      (await engine.run((pglite) => pglite.query<Row>(text, toValues(values)))).rows,
    transaction: (work, config) =>
      engine.run((pglite) =>
        drizzle(pglite).transaction(
          (tx) => guard.inside(async () => work(tx as unknown as Orm)),
          config,
        ),
      ),
    setUp: (work) =>
      work({
        migrate: (migrationsFolder) =>
          engine.run((pglite) =>
            migrate<NoSchema>(drizzle<NoSchema, PGlite>(pglite), { migrationsFolder }),
          ),
        jobsDb,
      }),
    jobsDb,
    async listen(channel, listener) {
      const hearing: Hearing = { channel, listener, stop: async () => {} }
      await engine.run(async (pglite) => {
        hearings.add(hearing)
        await hear(pglite, hearing).catch((error: unknown) => {
          hearings.delete(hearing)
          throw error
        })
      })
      listener.onLive(true)
      return async () => {
        if (!hearings.delete(hearing)) return
        await engine
          .run(() => hearing.stop())
          .catch((error: unknown) => {
            // An engine that is down has no listeners to remove.
            if (!isUnavailable(error)) throw error
          })
      }
    },
    async close() {
      stopHousekeeping()
      hearings.clear()
      try {
        await engine.close()
      } finally {
        unlock()
      }
    },
  }
}

/** The part of PGlite that Drizzle uses outside of transactions. */
function toClient(engine: EmbeddedEngine): PGlite {
  const client: Pick<PGlite, 'query'> = {
    query: (text, values, options) => engine.run((pglite) => pglite.query(text, values, options)),
  }
  return client as PGlite
}

function toJobsDb(engine: EmbeddedEngine): Db {
  return {
    executeSql: (text, values) =>
      engine.run(async (pglite) => {
        try {
          if (values?.length) return await pglite.query(text, values)
          // Only this form accepts several statements, including `begin` and `commit`.
          return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) }
        } catch (error) {
          // A transaction that failed before its `commit` must not stay open for the next caller.
          await pglite.query('rollback').catch(() => {})
          throw error
        }
      }),
  }
}

/** Postgres keeps its log until a checkpoint, and replays it after a crash. */
const logLimitBytes = 16 * 1024 * 1024

/** Tables with a fifth of dead rows, or a tenth changed since the last `analyze`. */
const staleTables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

const logBytes = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`

/**
 * One round of the maintenance that a Postgres server does in the background and the embedded one does
 * not: it frees the space of dead rows, updates the planner's statistics, and truncates the log.
 */
export async function tidy(engine: Pick<EmbeddedEngine, 'run'>): Promise<void> {
  const stale = await engine.run((pglite) => pglite.query<{ name: string }>(staleTables))
  // Table by table, so that other callers get their turn.
  for (const { name } of stale.rows) {
    await engine.run((pglite) => pglite.exec(`vacuum (analyze) ${name}`))
  }
  const { rows } = await engine.run((pglite) => pglite.query<{ bytes: number }>(logBytes))
  if ((rows[0]?.bytes ?? 0) > logLimitBytes) await engine.run((pglite) => pglite.exec('checkpoint'))
}

type HouseOptions = {
  /** Pause between two rounds, in milliseconds. @default 60_000 */
  everyMs?: number
  onError(error: unknown): void
}

/** Repeats the maintenance until the returned function is called. */
export function keepHouse(
  engine: Pick<EmbeddedEngine, 'run'>,
  { everyMs = 60_000, onError }: HouseOptions,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const arm = () => {
    if (isStopped) return
    timer = setTimeout(() => tidy(engine).catch(onError).then(arm), everyMs).unref()
  }
  arm()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** SQLite's error code for a database that another connection has locked. */
const busy = 5
/** Keeps the locks referenced: garbage collection would release them. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process until the returned function is called or the process ends in any
 * way. The kernel holds the lock on a file in the folder, so it applies to every process of the machine,
 * in any container. Creates the folder if it is missing, and denies access to everyone but its owner.
 */
export function lockFolder(folder: string): () => void {
  closeToOthers(folder)
  // SQLite has no specific error for a folder that cannot be written.
  accessSync(folder, constants.W_OK)
  const file = join(folder, 'lock')
  const lock = new DatabaseSync(file)
  try {
    // SQLite opens a file that it may not write as read-only, and such a connection locks nothing. The change
    // proves that this one does; it is never committed, so it needs no journal on the disk.
    accessSync(file, constants.W_OK)
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
  } catch (error) {
    lock.close()
    throw (error as { errcode?: number }).errcode === busy ? inUse() : error
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

const ownerOnly = 0o700

/** The store's files contain secrets and are readable by everyone, so the folder itself is closed. */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly })
  const { uid, mode } = statSync(folder)
  const isOurs = uid === process.getuid?.()
  if (isOurs && (mode & 0o777) !== ownerOnly) chmodSync(folder, ownerOnly)
}

const inUse = () =>
  new FolderInUseError(
    'The data folder is in use by another process. Stop that process, or use another folder. Never delete the file named lock in it.',
  )
