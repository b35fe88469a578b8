import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderInUseError } from './errors.ts'

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
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    // Nothing is ever written, so it needs no journal on the disk.
    lock.exec('pragma journal_mode = memory; begin exclusive')
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
    'The data folder is in use by another process. Stop that process, or use another folder.',
  )
