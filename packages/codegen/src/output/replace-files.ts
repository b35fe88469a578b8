import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What becomes of one file of a folder. */
export interface Change {
  path: string
  /** Undefined for a file that is removed. */
  content: string | undefined
  /** True where a file stands at the path. */
  isThere: boolean
}

/** Makes all changes or none: what was there is kept beside its place until the last one is done. */
export function replaceFiles(folder: string, changes: readonly Change[]): void {
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
