import { compareText } from './claim-names.ts'
import { isObject, type JsonObject } from './node.ts'

/** The object with its keys in order of code units and its values mapped. */
export function sortKeys(
  source: JsonObject,
  map: (value: unknown, key: string) => unknown = (value) => value,
): JsonObject {
  const entries = Object.entries(source).map(([key, value]) => [key, map(value, key)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareText(a, b)))
}

/** The value with the keys of every object in it sorted; lists keep their order. */
export function sortKeysDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeysDeep)
  return isObject(value) ? sortKeys(value, sortKeysDeep) : value
}
