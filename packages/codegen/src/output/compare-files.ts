import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareText } from '../json.ts'
import type { GeneratedFile } from '../model.ts'
import { isEdited, isGenerated, wasGenerated } from './mark-generated.ts'

/** A file of the output folder that differs from what the documents generate. */
export interface Difference {
  path: string
  /**
   * `stale`: generated from other documents. `edited`: changed by hand since. `foreign`: a file that was
   * not generated, a folder or a link in the place of a generated file.
   */
  kind: 'stale' | 'edited' | 'missing' | 'extra' | 'foreign'
}

/** What would change if the files were written into `folder`, sorted by path. Writes nothing. */
export function compareFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  return compare(files, folder, (found) => found !== null && isGenerated(found))
}

/** `compareFiles`, with other files as `extra`; writing leaves those alone. */
export function checkFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  return compare(files, folder, () => true)
}

/** `isExtra` judges what is not wanted by its text; null is the text of a folder, a link or a socket. */
function compare(
  files: readonly GeneratedFile[],
  folder: string,
  isExtra: (found: string | null) => boolean,
): Difference[] {
  const wanted = new Map(files.map(({ path, content }) => [path, content]))
  const onDisk = readFolder(folder)
  const paths = [...new Set([...wanted.keys(), ...onDisk.keys()])].toSorted(compareText)
  return paths.flatMap((path) => {
    const found = onDisk.get(path)
    const kind = kindOf(wanted.get(path), found)
    const isAlone = kind === 'extra' && found !== undefined && !isExtra(found)
    return kind === undefined || isAlone ? [] : [{ path, kind }]
  })
}

function kindOf(
  wanted: string | undefined,
  found: string | null | undefined,
): Difference['kind'] | undefined {
  if (wanted === found) return undefined
  if (wanted === undefined) return 'extra'
  if (found === undefined) return 'missing'
  if (found === null || !wasGenerated(found, wanted)) return 'foreign'
  return isEdited(found) ? 'edited' : 'stale'
}

/** The texts in a folder by name, null for what is not a regular file; empty if there is no folder. */
function readFolder(folder: string): Map<string, string | null> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return new Map(entries.map((entry) => [entry.name, entry.isFile() ? read(entry.name) : null]))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return new Map()
    const message = `Cannot read ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
}
