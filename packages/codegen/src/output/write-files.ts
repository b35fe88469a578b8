import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '../generated-file.ts'
import { compareFiles, type Difference } from './compare-files.ts'

/**
 * Makes `folder` hold the given files: writes what differs, removes what an earlier run wrote and is no
 * longer wanted, touches nothing else. All files are written to temporary names first and then renamed;
 * if a rename fails, everything is restored. Returns what changed. Throws if a file that was not
 * generated is in the way, or if the folder cannot be written.
 */
export function writeFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const differences = onDisk(folder, () => compareFiles(files, folder))
  const foreign = differences.find(({ kind }) => kind === 'foreign')
  if (foreign !== undefined) {
    const path = join(folder, foreign.path)
    throw new Error(
      `${path} was not generated and stands in the way. Delete it and run npx pnpm@12 generate, or name another folder.`,
    )
  }
  const contents = new Map(files.map(({ path, content }) => [path, content]))
  onDisk(folder, () => {
    makeFolder(folder)
    replaceFiles(
      folder,
      differences.map(({ path, kind }) => ({
        path,
        content: contents.get(path),
        isThere: kind !== 'missing',
      })),
    )
  })
  return differences
}

/** Creates the folder and its parents one by one: the recursive form hangs if one cannot be created. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Runs disk operations; if the system refuses, says what to do. */
function onDisk<T>(folder: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    const message = `Cannot write to ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
}

/** The change of one file in a folder. */
interface Change {
  path: string
  /** Undefined to remove the file. */
  content: string | undefined
  /** True if there is a file at the path. */
  isThere: boolean
}

/** Makes all changes or none: the old files are kept until the last change is done. */
function replaceFiles(folder: string, changes: readonly Change[]): void {
  const steps = changes.map((change) => ({
    ...change,
    place: join(folder, change.path),
    next: join(folder, `.${change.path}.${process.pid}.tmp`),
    backup: join(folder, `.${change.path}.${process.pid}.old`),
  }))
  const done: typeof steps = []
  try {
    for (const { content, next } of steps) if (content !== undefined) writeFileSync(next, content)
    for (const { isThere, place, backup } of steps) if (isThere) copyFileSync(place, backup)
    for (const step of steps) {
      if (step.content === undefined) rmSync(step.place)
      else renameSync(step.next, step.place)
      done.push(step)
    }
  } catch (error) {
    for (const { isThere, place, backup } of done) {
      if (isThere) renameSync(backup, place)
      else rmSync(place)
    }
    throw error
  } finally {
    for (const { next, backup } of steps) {
      rmSync(next, { force: true })
      rmSync(backup, { force: true })
    }
  }
}
