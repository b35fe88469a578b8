import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { StoreDownError } from './errors.ts'

/** A checkpoint frees the part of the log beyond this size. */
const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB']

/** Postgres in this process, on a folder that is open nowhere else, or in memory. */
export async function openPglite(folder: string | null): Promise<PGlite> {
  if (folder === null) return PGlite.create('memory://', { startParams })
  const data = join(folder, 'postgres')
  const mark = join(folder, 'has-data')
  if (existsSync(data)) checkData(data)
  else if (existsSync(mark)) throw damaged('its folder postgres is missing')
  else await makeData(data)
  // If the data is missing later, this mark keeps us from creating a new, empty store.
  if (!existsSync(mark)) writeFileSync(mark, '')
  // Left by a process that crashed. If it crashed while writing the file, the file is empty and Postgres
  // would refuse to start. The lock already proves that no other process uses the folder.
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return start(data)
}

/** Only Postgres's own log says why it does not start. */
async function start(data: string): Promise<PGlite> {
  const complaints: string[] = []
  const onStderr = (line: string) => {
    const [complaint] = /(FATAL|PANIC): .*/.exec(line) ?? []
    if (complaint) complaints.push(complaint)
    return false
  }
  try {
    return await PGlite.create(data, { startParams, onStderr })
  } catch (cause) {
    throw explainStart(complaints, cause)
  }
}

/** Half-created data of a process that crashed must never be used. */
async function makeData(data: string): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const pglite = await start(draft)
  await pglite.close()
  renameSync(draft, data)
}

/** Size of a whole file of Postgres's write-ahead log, in bytes. */
const segmentBytes = 16 * 2 ** 20
/** Parts that a data folder needs: without them Postgres would create a new one, or could not start. */
const parts = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

/**
 * Throws if a part of the data is missing or cut short. The engine would create a new, empty store over
 * data without a version, and would accept a log that is cut short as complete.
 */
function checkData(data: string): void {
  const missing = parts.filter((part) => !existsSync(join(data, part)))
  if (missing.length > 0) throw damaged(`${missing.join(', ')} is missing`)
  const log = join(data, 'pg_wal')
  const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length === 0) throw damaged('pg_wal has no file')
  const cut = segments.find((name) => statSync(join(log, name)).size !== segmentBytes)
  if (cut !== undefined) throw damaged(`pg_wal/${cut} is truncated`)
}

const restore = 'Restore the folder from a backup, or use another folder.'
const advices: [output: RegExp, advice: string][] = [
  [
    /incompatible with server/,
    'It was written by another version: start that version, or use another folder.',
  ],
  [/No space left|quota/i, 'Free space on its disk, then start again.'],
  [/Permission denied|Read-only/i, 'Give this process write permission, or use another folder.'],
  [/control file|pg_control|checkpoint|No such file|does not exist|not a valid|status of/, restore],
  [/^/, 'Free space on its disk, or use another folder.'],
]

/** Explains from Postgres's output why it did not start on the data, and what to do. */
function explainStart(complaints: readonly string[], cause: unknown): StoreDownError {
  const received = complaints.join('; ') || 'Postgres gave no reason'
  const [, advice] = advices.find(([output]) => output.test(received)) ?? []
  return new StoreDownError(`The embedded store did not start: ${received}. ${advice}`, { cause })
}

const damaged = (received: string) =>
  new StoreDownError(`The data folder is damaged: ${received}. Nothing was changed. ${restore}`)
