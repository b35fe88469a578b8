export type Path = readonly (string | number)[]

/** The JSON Pointer of a path, without `#`. */
export const toPointer = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The path of a JSON Pointer, with or without `#`. */
export const fromPointer = (pointer: string): string[] =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'))

/** Unchanged if its % signs encode nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The value at a path, or `undefined`. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string | number, unknown>)[key]
  }
  return at
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of an object; empty for anything else. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  isRecord(value) ? Object.entries(value) : []

/** How the ledger names a node: `file#/pointer`, or the file alone for the whole of it. */
export const toNodeName = (file: string, path: Path): string =>
  path.length > 0 ? `${file}#${toPointer(path)}` : file

/** The file and the path of a node that the ledger names. */
export function fromNodeName(name: string): { file: string; path: string[] } {
  const [file = '', pointer = ''] = name.split('#')
  return { file, path: fromPointer(pointer) }
}

/** Keys of data: nothing below them is a keyword, a reference or an extension. */
const dataKeys = new Set(['const', 'enum', 'default', 'example', 'x-constants'])

export type Entry = readonly [object: Record<string, unknown>, path: Path]

/** Every object of a document except data, each before the objects in it. */
export function objectsIn(value: unknown, path: Path = []): Entry[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => objectsIn(one, [...path, index]))
  if (!isRecord(value)) return []
  const isNameMap = path.at(-1) === 'properties' || path.at(-1) === 'responses'
  const below = Object.entries(value).filter(([key]) => isNameMap || !dataKeys.has(key))
  return [[value, path], ...below.flatMap(([key, one]) => objectsIn(one, [...path, key]))]
}
