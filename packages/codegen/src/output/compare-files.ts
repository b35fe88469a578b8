import { compareText } from '../bundle/claim-names.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { isEdited, wasGenerated } from './mark-generated.ts'
import { entriesOf, readGenerated } from './read-generated.ts'

/** A file of the output folder that is not what the documents give. */
export interface Difference {
  path: string
  /**
   * `stale` is as generated, from other documents; `edited` was changed by hand since. `foreign` is a file
   * of another's, or a folder or link, that stands where one of ours belongs.
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

/** `compareFiles`, and as `extra` the files of others, which writing leaves alone. */
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
