import { fromPointer, type Path, toPointer } from './pointer.ts'

/** How the ledger names a node: `file#/pointer`, or the file alone for the whole of it. */
export const toNodeName = (file: string, path: Path): string =>
  path.length > 0 ? `${file}#${toPointer(path)}` : file

/** The file and the path of a node that the ledger names. */
export function fromNodeName(name: string): { file: string; path: string[] } {
  const [file = '', pointer = ''] = name.split('#')
  return { file, path: fromPointer(pointer) }
}
