import { compareText } from '../bundle/claim-names.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { wasGenerated } from './header-line.ts'
import { readGenerated } from './read-generated.ts'

/** A file of the output folder that is not what the documents give. */
export interface Difference {
  path: string
  /** `foreign` is a file of another's, or a folder or link, that stands where one of ours belongs. */
  kind: 'stale' | 'missing' | 'extra' | 'foreign'
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

function kindOf(wanted?: string, found?: string | null): Difference['kind'] | undefined {
  if (wanted === found) return undefined
  if (wanted === undefined) return 'extra'
  if (found === undefined) return 'missing'
  return found !== null && wasGenerated(found, wanted) ? 'stale' : 'foreign'
}
