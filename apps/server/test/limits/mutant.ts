import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const sources = join(import.meta.dirname, '../../src/limits')

/** One change to one source file, in which `from` occurs exactly once. */
export type Edit = { file: string; from: string; to: string }

/** The text of a file with one change. Throws if the change no longer fits the source. */
export function edited({ file, from, to }: Edit): string {
  const parts = readFileSync(file, 'utf8').split(from)
  if (parts.length === 2) return parts.join(to)
  throw new Error(
    `The mutant does not fit: its text occurs ${parts.length - 1} times, not once. Adapt it to ${file}.`,
  )
}

/** Imports the in-memory limiter from a copy of its sources with one change. */
export async function importMutant(
  edit: Edit,
): Promise<typeof import('../../src/limits/rate-limiter.ts')> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(sources, folder, { recursive: true })
  writeFileSync(join(folder, edit.file), edited({ ...edit, file: join(sources, edit.file) }))
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'rate-limiter.ts')).href)
}
