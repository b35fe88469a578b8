import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from '../generated-file.ts'
import { compareFiles, type Difference } from './compare-files.ts'

/**
 * Brings `folder` to the given files: writes what differs, removes what an earlier run wrote and is no
 * longer wanted, touches nothing else. Each file is written beside its place and renamed into it, after
 * all of them were written. Gives what changed. Throws where a file of another's stands in the way.
 */
export function writeFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const differences = compareFiles(files, folder)
  const foreign = differences.find(({ kind }) => kind === 'foreign')
  if (foreign !== undefined) {
    const path = join(folder, foreign.path)
    throw new Error(
      `${path} was not generated and stands in the way. Name another folder, or move the file.`,
    )
  }
  const changed = new Set(differences.map(({ path }) => path))
  const pending = files.filter(({ path }) => changed.has(path))
  mkdirSync(folder, { recursive: true })
  const renames = pending.map(({ path, content }) => ({
    content,
    from: join(folder, `.${path}.${process.pid}.tmp`),
    to: join(folder, path),
  }))
  try {
    for (const { from, content } of renames) writeFileSync(from, content)
    for (const { from, to } of renames) renameSync(from, to)
  } finally {
    for (const { from } of renames) rmSync(from, { force: true })
  }
  for (const { path, kind } of differences) if (kind === 'extra') rmSync(join(folder, path))
  return differences
}
