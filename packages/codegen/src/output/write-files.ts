import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '../generated-file.ts'
import { compareFiles, type Difference } from './compare-files.ts'

/**
 * Brings `folder` to the given files: writes what differs, removes what an earlier run wrote and is no
 * longer wanted, touches nothing else. Each file is written beside its place and renamed into it, after
 * all of them were written; when a rename fails, all is as it was. Gives what changed. Throws where
 * something of another's stands in the way, and where the folder takes no files.
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

/** The folder with those above it, one by one: the recursive form never ends where one cannot be made. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Runs what touches the disk; says what to do where the system refuses. */
function onDisk<T>(folder: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    const message = `${folder} cannot be written: expected a folder that takes files, received ${code}. Change its rights, or name another folder.`
    throw new Error(message, { cause: error })
  }
}

/** What becomes of one file of a folder. */
interface Change {
  path: string
  /** Undefined for a file that is removed. */
  content: string | undefined
  /** True where a file stands at the path. */
  isThere: boolean
}

/** Makes all changes or none: what was there is kept beside its place until the last one is done. */
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
