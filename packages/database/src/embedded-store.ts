import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Db } from 'pg-boss'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'
import { isUnavailable } from './errors.ts'
import { lockFolder } from './lock-folder.ts'
import { openPglite } from './open-pglite.ts'
import type { Channel, Listener, NoSchema, Orm, Store, StoreOptions } from './store.ts'

type Hearing = { channel: Channel; listener: Listener; stop(): Promise<void> }

/**
 * Postgres within this process, in a folder or in memory. It does not wait for the disk: what is
 * committed survives the death of the process, not that of the machine. One process at a time: a
 * second one is refused with a `FolderInUseError`.
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
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await engine.run((pglite) => pglite.query<Row>(text, [...values]))).rows,
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
            // An engine that is down hears nothing either.
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

/** As much of PGlite as Drizzle uses outside of transactions. */
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
          // Only this form takes several statements, `begin` and `commit` among them.
          return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) }
        } catch (error) {
          // What failed between `begin` and `commit` must not stay open for the next caller.
          await pglite.query('rollback').catch(() => {})
          throw error
        }
      }),
  }
}

/** What is written to the log is kept until a checkpoint, and read again after a crash. */
const logLimitBytes = 16 * 1024 * 1024

/** Tables of which a fifth is dead, or a tenth has changed since the planner last looked. */
const staleTables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

const logBytes = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`

/**
 * One round of what a Postgres server does by itself in the background, and the embedded one, which
 * has no background, never: gives the room of dead rows back, counts for the planner, and cuts the log.
 */
export async function tidy(engine: Pick<EmbeddedEngine, 'run'>): Promise<void> {
  const stale = await engine.run((pglite) => pglite.query<{ name: string }>(staleTables))
  // Table by table, so that others come in between.
  for (const { name } of stale.rows) {
    await engine.run((pglite) => pglite.exec(`vacuum (analyze) ${name}`))
  }
  const { rows } = await engine.run((pglite) => pglite.query<{ bytes: number }>(logBytes))
  if ((rows[0]?.bytes ?? 0) > logLimitBytes) await engine.run((pglite) => pglite.exec('checkpoint'))
}

type HouseOptions = {
  /** Rest between two rounds. @default 60_000 */
  everyMs?: number
  onError(error: unknown): void
}

/** Tidies again and again until the returned function is called. */
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
