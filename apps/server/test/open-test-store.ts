import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore, type StoreKind, startStore } from '@partner-platform/database/testing'
import { openStore } from '../src/index.ts'
import type { ServerDatabase } from '../src/store/open-store.ts'
import { secretsKeys } from '../src/testing/start-sender.ts'

/** A folder with an empty store that nobody has open. */
export const copyTemplate = () =>
  copyStore({
    app: join(import.meta.dirname, '..'),
    open: (folder) => openStore({ location: { kind: 'embedded', folder }, secretsKeys }),
  })

let opening: Promise<ServerDatabase> | undefined
let isUsed = false

/**
 * The embedded store of this test process. Opening a store takes longer than most test files, so they share
 * one, which is emptied for each file.
 */
export async function openFileStore(): Promise<ServerDatabase> {
  opening ??= openTestStore()
  const database = await opening
  if (!isUsed) await empty(database)
  isUsed = true
  return database
}

/** An empty store for the tests of one file, and the server behind it, if there is one. */
export async function openEmptyStore(kind: StoreKind) {
  if (kind === 'embedded') {
    return { database: await openFileStore(), server: null, close: async () => {} }
  }
  const store = await startStore(kind)
  const database = await openStore({
    location: await store.createLocation(),
    secretsKeys,
    onError() {},
  })
  const close = async () => {
    await database.close()
    await store.stop()
  }
  return { database, server: store.server, close }
}

/** Call this when a test file has finished with the store. */
export function leaveFileStore(): void {
  isUsed = false
}

async function openTestStore(): Promise<ServerDatabase> {
  const folder = await copyTemplate()
  // `mutate` runs tests without the global setup, which would remove the folder.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return openStore({ location: { kind: 'embedded', folder }, secretsKeys })
}

async function empty({ query }: ServerDatabase): Promise<void> {
  const tables = await query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await query(`truncate ${tables.map(({ name }) => name).join()} cascade`)
  await query('delete from pgboss.job')
}
