import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Db } from 'pg-boss'
import type { Channel, Listener } from './channel.ts'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'
import { keepHouse } from './keep-house.ts'
import { lockFolder } from './lock-folder.ts'
import { openPglite } from './open-pglite.ts'
import type { NoSchema, Orm, Store, StoreOptions } from './store.ts'
import { isUnavailable } from './unavailable.ts'

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
