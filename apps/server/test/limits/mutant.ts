import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const sources = join(import.meta.dirname, '../../src/limits')

/** One change to one source file, `from` occurring there exactly once. */
export type Edit = { file: string; from: string; to: string }

/** The text of a file with one change. Throws where the change no longer fits the source. */
export function edited({ file, from, to }: Edit): string {
  const parts = readFileSync(file, 'utf8').split(from)
  if (parts.length === 2) return parts.join(to)
  throw new Error(
    `The mutant does not fit: expected its text once, received it ${parts.length - 1} times. Adapt it to ${file}.`,
  )
}

/** The in-memory limiter, imported from a copy of its sources with one change. */
export async function importMutant(
  edit: Edit,
): Promise<typeof import('../../src/limits/rate-limiter.ts')> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(sources, folder, { recursive: true })
  writeFileSync(join(folder, edit.file), edited({ ...edit, file: join(sources, edit.file) }))
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'rate-limiter.ts')).href)
}
