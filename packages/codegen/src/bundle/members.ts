import type { Target } from '../load/document-store.ts'
import { type Context, child, expectObject, type JsonObject, locationOf } from './node.ts'

/** A shallow copy of an object that is not a `$ref`; `{}` if a problem went to the report. */
export function copyObject(target: Target, context: Context): JsonObject {
  const source = expectObject(target, context)
  if (source?.$ref === undefined) return { ...source }
  const message = 'a $ref is not allowed here. Write the object itself.'
  context.report.add('structure', locationOf(child(target, '$ref')), message)
  return {}
}

/** `parent[key]` with each member read; undefined if the parent has no such map. */
export function readMap(
  parent: Target,
  key: string,
  { context, read }: { context: Context; read: (member: Target, name: string) => unknown },
): JsonObject | undefined {
  const map = child(parent, key)
  if (map.value === undefined) return undefined
  const names = Object.keys(expectObject(map, context) ?? {})
  return Object.fromEntries(names.map((name) => [name, read(child(map, name), name)]))
}

/** Replaces members by those that were read; absent ones stay absent. */
export function replace(owner: JsonObject, members: JsonObject): JsonObject {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return { ...owner, ...Object.fromEntries(present) }
}
