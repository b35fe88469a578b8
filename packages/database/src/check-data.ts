import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StoreDownError } from './errors.ts'

/** Size of a whole file of Postgres's write-ahead log, in bytes. */
const segmentBytes = 16 * 2 ** 20
/** Parts that a data folder needs: without them Postgres would create a new one, or could not start. */
const parts = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

/**
 * Throws if a part of the data is missing or cut short. The engine would create a new, empty store over
 * data without a version, and would accept a log that is cut short as complete.
 */
export function checkData(data: string): void {
  const missing = parts.filter((part) => !existsSync(join(data, part)))
  if (missing.length > 0) throw damaged(`a folder without ${missing.join(', ')}`)
  const log = join(data, 'pg_wal')
  const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length === 0) throw damaged('a folder without a file in pg_wal')
  const cut = segments.find((name) => statSync(join(log, name)).size !== segmentBytes)
  if (cut !== undefined) throw damaged(`a folder whose pg_wal/${cut} is cut short`)
}

type Reason = { pattern: RegExp; advice: string }

const restore = 'Restore the folder from a backup, or use another folder.'
const reasons: Reason[] = [
  {
    pattern: /incompatible with server/,
    advice: 'It was written by another version: start that version, or use another folder.',
  },
  { pattern: /No space left|quota/i, advice: 'Free space on its disk, then start again.' },
  {
    pattern: /Permission denied|Read-only/i,
    advice: 'Give this process write permission, or use another folder.',
  },
  {
    pattern: /control file|pg_control|checkpoint|No such file|does not exist|not a valid|status of/,
    advice: restore,
  },
]

/** Explains from Postgres's output why it did not start on the data, and what to do. */
export function explainStart(complaints: readonly string[], cause: unknown): StoreDownError {
  const received = complaints.join('; ') || 'no reason'
  const reason = reasons.find(({ pattern }) => pattern.test(received))
  const advice = reason?.advice ?? 'Free space on its disk, or use another folder.'
  return new StoreDownError(
    `The embedded store did not start: expected a complete, writable data folder of this version, received ${received}. ${advice}`,
    { cause },
  )
}

/** For a folder that had data once. */
export const explainMissing = (): StoreDownError => damaged('one without its folder postgres')

const damaged = (received: string) =>
  new StoreDownError(
    `The data folder is damaged: expected all files of a store, received ${received}. Nothing was changed. ${restore}`,
  )
