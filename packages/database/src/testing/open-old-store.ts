import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../open-database.ts'
import type { QueueSettings } from '../start-jobs.ts'
import type { StoreLocation } from '../store.ts'
import { templateFolder } from './copy-store.ts'

export type OldStoreOptions = {
  location: StoreLocation
  migrationsFolder: string
  /** Number of migrations that the older version had. */
  migrations: number
  /** @default none */
  queues?: readonly QueueSettings[]
}

/** Opens a store as a version with only the first migrations did. */
export async function openOldStore(options: OldStoreOptions): Promise<Database> {
  const { location, migrations, queues = [] } = options
  // Creating one takes seconds.
  if (location.kind === 'embedded' && location.folder !== null && !existsSync(location.folder))
    cpSync(await templateFolder(), location.folder, { recursive: true })
  const migrationsFolder = mkdtempSync(join(tmpdir(), 'old-migrations-'))
  try {
    cpSync(options.migrationsFolder, migrationsFolder, { recursive: true })
    const journalFile = join(migrationsFolder, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
    journal.entries.length = migrations
    writeFileSync(journalFile, JSON.stringify(journal))
    return await openDatabase({ location, migrationsFolder, queues })
  } finally {
    rmSync(migrationsFolder, { recursive: true })
  }
}

/** The contents of an older version's store: rows by table, and unfinished jobs. */
export type StoreContent = { tables: Record<string, readonly unknown[]>; jobs: readonly unknown[] }

/** Creates a store of that version with these contents, and closes it. */
export async function writeOldStore(
  content: StoreContent,
  options: OldStoreOptions,
): Promise<void> {
  const database = await openOldStore(options)
  await fillStore(database, content).finally(() => database.close())
}

/** Rows in each of the tables that have contents; equals `rowsInContent` if nothing was lost. */
export async function rowsInStore({ query }: Pick<Database, 'query'>, { tables }: StoreContent) {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(tables)) {
    const text = `select count(*)::integer as count from ${table}`
    counts[table] = (await query<{ count: number }>(text))[0]?.count ?? 0
  }
  return counts
}

export const rowsInContent = ({ tables }: StoreContent): Record<string, number> =>
  Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))

async function fillStore(database: Database, { tables, jobs }: StoreContent): Promise<void> {
  // The tables refer to each other.
  await database.query(`set session_replication_role = replica`)
  for (const [table, rows] of Object.entries({ ...tables, 'pgboss.job': jobs })) {
    await database.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows)],
    )
  }
  const counters = `select setval(pg_get_serial_sequence(table_name, column_name), 1000)
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`
  await database.query(counters)
  await database.query(`set session_replication_role = default`)
}
