export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is an object, else one without members. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The value if it is a list, else an empty one. */
export const listOf = <T = unknown>(value: unknown): T[] => (Array.isArray(value) ? value : [])

/** The value if it is a string, else null. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The kind of a value, for messages: never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Sets an own member, even one named `__proto__`: an assignment would set the prototype. */
export function setMember(owner: object, name: string, value: unknown): void {
  const own = { configurable: true, enumerable: true, writable: true, value }
  Object.defineProperty(owner, name, own)
}

/** The own member with this name; undefined for inherited ones, such as `constructor`. */
export function memberOf<T>(owner: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}

/** Order by code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function mapValues<T>(
  source: Readonly<Record<string, T>>,
  map: (value: T, key: string) => unknown,
): JsonObject {
  // A copy keeps `__proto__` as a member like any other.
  const mapped: JsonObject = { ...source }
  for (const [key, value] of Object.entries(source)) mapped[key] = map(value, key)
  return mapped
}

/** The object with its values mapped and its keys sorted, then renamed. */
export function sortKeys(
  source: JsonObject,
  map: (value: unknown, key: string) => unknown,
  rename = (key: string) => key,
): JsonObject {
  const keys = Object.keys(source).toSorted()
  return Object.fromEntries(keys.map((key) => [rename(key), map(source[key], key)]))
}

/** The value with the keys of every object in it sorted; lists keep their order. */
export function sortKeysDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeysDeep)
  return isObject(value) ? sortKeys(value, sortKeysDeep) : value
}

/** The names with all that they lead to, and what those lead to, and so on. */
export function reachedFrom(
  names: Iterable<string>,
  targets: ReadonlyMap<string, Iterable<string>>,
): Set<string> {
  const reached = new Set(names)
  // A set also visits what is added meanwhile.
  for (const name of reached) for (const target of targets.get(name) ?? []) reached.add(target)
  return reached
}

/** The members with these names, without those that are missing. */
export function pick(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => name in source).map((name) => [name, source[name]]),
  )
}

/** The names that lead back to themselves. */
export function loopsIn(targets: ReadonlyMap<string, Iterable<string>>): string[] {
  return [...targets].flatMap(([name, own]) => (reachedFrom(own, targets).has(name) ? name : []))
}

/** The name of the component that a `$ref` points to. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** The name of the component that a node refers to; undefined if it has no `$ref`. */
export function refOf(node: unknown): string | undefined {
  return isObject(node) && typeof node.$ref === 'string' ? nameOfRef(node.$ref) : undefined
}

/** The segments of a JSON Pointer, unescaped: `/a~1b/0` gives `['a/b', '0']`. @see RFC 6901 */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The JSON Pointer of segments: the inverse of `parsePointer`. */
export function formatPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${escapeSegment(segment)}`).join('')
}

/** One segment as it stands in a JSON Pointer. */
export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/')
    ? segment.replaceAll('~', '~0').replaceAll('/', '~1')
    : segment
}
