import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore, createDatabase, type StoreKind } from '@partner-platform/database/testing'
import { inject } from 'vitest'
import { openStore } from '../src/index.ts'
import type { ServerDatabase } from '../src/store/open-store.ts'
import { secretsKeys } from '../src/testing/start-sender.ts'
import { storeKind } from './store-kind.ts'

/** A folder with an empty store that nobody has open. */
export const copyTemplate = () =>
  copyStore({
    app: join(import.meta.dirname, '..'),
    open: (folder) => openStore({ location: { kind: 'embedded', folder }, secretsKeys }),
  })

/** URL of a new database on the Postgres of this run. Tests that stop Postgres start their own. */
export const createTestDatabase = () =>
  createDatabase(inject('postgresUrl'), `test_${randomUUID().replaceAll('-', '')}`)

type FileStore = { database: ServerDatabase; isUsed: boolean }
const fileStores = new Map<StoreKind, Promise<FileStore>>()

/**
 * A store of this test process. Opening one takes longer than most test files, so they share one of each
 * kind, which is emptied for each file.
 */
export async function openFileStore(kind = storeKind): Promise<ServerDatabase> {
  const opening = fileStores.get(kind) ?? openTestStore(kind)
  fileStores.set(kind, opening)
  const store = await opening
  if (!store.isUsed) await emptyStore(store.database)
  store.isUsed = true
  return store.database
}

/** A new store on a server. */
export const openStoreOn = async (url: string | Promise<string>) =>
  openStore({ location: { kind: 'postgres', url: await url }, secretsKeys, onError() {} })

/** Call this when a test file has finished with its stores. */
export async function leaveFileStores(): Promise<void> {
  for (const store of await Promise.all(fileStores.values())) store.isUsed = false
}

async function openTestStore(kind: StoreKind): Promise<FileStore> {
  if (kind === 'postgres')
    return { database: await openStoreOn(createTestDatabase()), isUsed: true }
  const folder = await copyTemplate()
  // `mutate` runs tests without the global setup, which would remove the folder.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = await openStore({ location: { kind, folder }, secretsKeys })
  return { database, isUsed: true }
}

/** Deletes everything. Much faster than `truncate`, which creates the files of all tables and indexes again. */
export const emptyStore = ({ query }: ServerDatabase) =>
  query(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || name;
    end loop;
    delete from pgboss.job;
  end $$`)
