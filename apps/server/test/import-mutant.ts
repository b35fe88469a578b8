import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@partner-platform/harness'

const app = join(import.meta.dirname, '..')

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

/** Imports `main`, by default the file that is edited, from a copy of its folder in `src` with one change. */
export async function importMutant<Module>(
  edit: Edit,
  main = basename(edit.file),
): Promise<Module> {
  const folder = temporaryFolder()
  const file = join(app, 'src', edit.file)
  cpSync(dirname(file), join(folder, 'src'), { recursive: true })
  symlinkSync(join(app, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'src', basename(file)), edited({ ...edit, file }))
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'src', main)).href)
}
