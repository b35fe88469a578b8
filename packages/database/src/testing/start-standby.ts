import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPatiently } from './open-patiently.ts'
import { copyCluster, type PostgresServer, startPostgres } from './start-postgres.ts'

export type Standby = PostgresServer & {
  /** Promotes it to the primary. */
  promote(): Promise<void>
}

/**
 * Starts a synchronous standby of a server: when a client's commit is acknowledged, both have it.
 * Restarts the server.
 */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  // After a clean stop, a copy of the data is complete without pg_basebackup, which npm does not have.
  await primary.stop()
  const fill = (folder: string) => {
    copyCluster(primary.folder, folder)
    writeFileSync(join(folder, 'standby.signal'), '')
    const source = `host=127.0.0.1 port=${primary.port} user=postgres password=password`
    appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  }
  const standby = await startPostgres({ fill })
  await primary.restart()
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  const states = `select 1 from pg_stat_replication where sync_state = 'sync'`
  while ((await ask(primary, states)).length === 0) await ask(primary, 'select pg_sleep(0.05)')
  return { ...standby, promote: async () => void (await ask(standby, 'select pg_promote()')) }
}

async function ask({ urlOf }: PostgresServer, text: string): Promise<unknown[]> {
  const client = await openPatiently(async () => {
    const one = new pg.Client(urlOf('postgres'))
    await one.connect()
    return one
  })
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
