import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareText } from '../bundle/claim-names.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { isEdited, isGenerated, wasGenerated } from './mark-generated.ts'

/** A file of the output folder that is not what the documents give. */
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
  const wanted = new Map(files.map(({ path, content }) => [path, content]))
  const onDisk = readGenerated(folder, wanted)
  const paths = [...new Set([...wanted.keys(), ...onDisk.keys()])].toSorted(compareText)
  return paths.flatMap((path) => {
    const kind = kindOf(wanted.get(path), onDisk.get(path))
    return kind === undefined ? [] : [{ path, kind }]
  })
}

/** `compareFiles`, with other files as `extra`; writing leaves those alone. */
export function checkFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const wanted = new Set(files.map(({ path }) => path))
  const extra = entriesOf(folder)
    .filter(({ name }) => !wanted.has(name))
    .map(({ name }): Difference => ({ path: name, kind: 'extra' }))
  return [...compareFiles(files, folder).filter(({ kind }) => kind !== 'extra'), ...extra].toSorted(
    (a, b) => compareText(a.path, b.path),
  )
}

function kindOf(wanted?: string, found?: string | null): Difference['kind'] | undefined {
  if (wanted === found) return undefined
  if (wanted === undefined) return 'extra'
  if (found === undefined) return 'missing'
  if (found === null || !wasGenerated(found, wanted)) return 'foreign'
  return isEdited(found) ? 'edited' : 'stale'
}

/**
 * The text of each file in a folder that an earlier run wrote or that is in the place of a `wanted` one,
 * by path; null for a folder, link or socket in such a place.
 */
function readGenerated(
  folder: string,
  wanted: ReadonlyMap<string, unknown>,
): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const entry of entriesOf(folder)) {
    const isWanted = wanted.has(entry.name)
    const content = entry.isFile() ? readFileSync(join(folder, entry.name), 'utf8') : null
    if (isWanted || (content !== null && isGenerated(content))) found.set(entry.name, content)
  }
  return found
}

/** The entries of a folder; none if there is no folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const message = `Cannot read ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
}
