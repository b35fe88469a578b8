import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import { toTarget } from '../contract/references.ts'

/** Where an object is written. */
export type Place = { file: string; path: Path }

/** A document with every `$ref` replaced by its target. */
export type ResolvedDocument = {
  value: unknown
  /** Where each object of `value` is written. */
  places: WeakMap<object, Place>
  /** The texts of references without a target, at the places of the objects that hold them. */
  dangling: (Place & { text: string })[]
}

/** The value of the file at a path; `undefined` if there is none. */
export type ReadFile = (file: string) => unknown

/**
 * Replaces each `$ref` with its target. A `$ref` to an object that contains it stays, so the result is a
 * tree.
 */
export function resolveDocument(file: string, readFile: ReadFile): ResolvedDocument {
  const places = new WeakMap<object, Place>()
  const dangling: ResolvedDocument['dangling'] = []

  const copy = (value: unknown, at: Place, open: ReadonlySet<unknown>): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const reference = isRecord(value) ? value.$ref : undefined
    if (typeof reference === 'string') {
      const target = toTarget(at.file, reference)
      const place = 'file' in target ? { file: target.file, path: target.pointer } : at
      const found = 'file' in target ? valueAt(readFile(place.file), place.path) : undefined
      if (found === undefined) dangling.push({ ...at, text: reference })
      return found === undefined || open.has(found) ? value : copy(found, place, open)
    }
    const inside = new Set(open).add(value)
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
      const within = { file: at.file, path: [...at.path, Array.isArray(value) ? Number(key) : key] }
      return [key, copy(one, within, inside)]
    })
    const copied = Array.isArray(value)
      ? entries.map(([, one]) => one)
      : Object.fromEntries(entries)
    places.set(copied, at)
    return copied
  }

  return { value: copy(readFile(file), { file, path: [] }, new Set()), places, dangling }
}
