import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '../model.ts'
import { compareFiles, type Difference } from './compare-files.ts'

/**
 * Makes `folder` hold the given files: writes what differs, removes what an earlier run wrote and is no
 * longer wanted, touches nothing else. All files are written to temporary names first and then renamed;
 * if a rename fails, everything is restored. Returns what changed. Throws if a file that was not
 * generated is in the way, or if the folder cannot be written.
 */
export function writeFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const differences = compareFiles(files, folder)
  const foreign = differences.find(({ kind }) => kind === 'foreign')
  if (foreign !== undefined)
    throw new Error(
      `${join(folder, foreign.path)} was not generated and is in the way. Delete it and run npx pnpm@12 generate, or name another folder.`,
    )
  try {
    makeFolder(folder)
    replaceFiles(files, differences, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = `Cannot write to ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
  return differences
}

/** Creates the folder and its parents one by one: the recursive form hangs if one cannot be created. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Makes all changes or none. */
function replaceFiles(
  files: readonly GeneratedFile[],
  differences: readonly Difference[],
  folder: string,
): void {
  const steps = differences.map(({ path, kind }) => {
    const place = join(folder, path)
    const next = join(folder, `.${path}.${process.pid}.tmp`)
    const before = kind === 'missing' ? undefined : readFileSync(place)
    return { place, next, before, content: files.find((file) => file.path === path)?.content }
  })
  const done: typeof steps = []
  try {
    for (const { content, next } of steps) if (content !== undefined) writeFileSync(next, content)
    for (const step of steps) {
      if (step.content === undefined) rmSync(step.place)
      else renameSync(step.next, step.place)
      done.push(step)
    }
  } catch (error) {
    for (const { before, place } of done)
      if (before === undefined) rmSync(place)
      else writeFileSync(place, before)
    throw error
  } finally {
    for (const { next } of steps) rmSync(next, { force: true })
  }
}
