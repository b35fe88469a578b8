import { posix } from 'node:path'

export type Path = readonly (string | number)[]

/** Where an object is written. */
export type Place = { file: string; path: Path }

/** A `$ref` as it is written, at the place of the object that holds it. */
export type Reference = Place & { text: string }

/** A document with every `$ref` replaced by its target. */
export type ResolvedDocument = {
  value: unknown
  /** Where each object of `value` is written. */
  places: WeakMap<object, Place>
  /** References without a target. */
  dangling: Reference[]
}

/** The value of a file by its path, `undefined` if there is no such file. */
export type ReadFile = (file: string) => unknown

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Replaces each `$ref` with its target. A `$ref` to an object that contains it stays, so the result is a
 * tree.
 */
export function resolveDocument(file: string, readFile: ReadFile): ResolvedDocument {
  const places = new WeakMap<object, Place>()
  const dangling: Reference[] = []

  const copy = (value: unknown, at: Place, open: ReadonlySet<unknown>): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const reference = isRecord(value) ? value.$ref : undefined
    if (typeof reference === 'string') {
      const target = findTarget(reference, at.file, readFile)
      if (target === undefined) dangling.push({ ...at, text: reference })
      if (target === undefined || open.has(target.value)) return value
      return copy(target.value, target, open)
    }
    const inside = new Set(open).add(value)
    const within = (key: string | number) => ({ file: at.file, path: [...at.path, key] })
    const copied = Array.isArray(value)
      ? value.map((one, index) => copy(one, within(index), inside))
      : Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key, copy(one, within(key), inside)]),
        )
    places.set(copied, at)
    return copied
  }

  const value = readFile(file)
  return { value: copy(value, { file, path: [] }, new Set()), places, dangling }
}

function findTarget(
  reference: string,
  from: string,
  readFile: ReadFile,
): (Place & { value: unknown }) | undefined {
  const [name = '', pointer = ''] = reference.split('#')
  const file = name === '' ? from : posix.join(posix.dirname(from), name)
  const path = pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  const value = valueAt(readFile(file), path)
  return value === undefined ? undefined : { file, path, value }
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
