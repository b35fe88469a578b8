import { isRecord, type Path } from './pointer.ts'

/** What holds data and not structure: nothing in it is a keyword, a reference or an extension. */
const dataKeys = new Set(['const', 'enum', 'default', 'example', 'x-constants'])

/** Calls `visit` with every object of a document and its path, data aside. */
export function visitObjects(
  value: unknown,
  visit: (object: Record<string, unknown>, path: Path) => void,
  path: Path = [],
): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visitObjects(one, visit, [...path, index])
  } else if (isRecord(value)) {
    visit(value, path)
    const isNameMap = path.at(-1) === 'properties' || path.at(-1) === 'responses'
    for (const [key, one] of Object.entries(value)) {
      if (isNameMap || !dataKeys.has(key)) visitObjects(one, visit, [...path, key])
    }
  }
}
