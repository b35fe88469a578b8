import type { DocumentStore, LoadedFile, Target } from '../load/document-store.ts'
import { escapeSegment } from '../load/json-pointer.ts'
import type { Location } from '../model.ts'
import type { Report } from '../report.ts'

/** An object of JSON. */
export type JsonObject = Record<string, unknown>

/** How the schemas of a document are written. */
export type Dialect = 'openapi-3.0' | '2020-12' | 'draft-07'

/** What every reader of documents needs. */
export interface Context {
  store: DocumentStore
  report: Report
}

/** The target one step down; its value is undefined if the parent has no such member. */
export function child(parent: Target, key: string | number): Target {
  const { file, pointer, value } = parent
  const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  const inner = isParent ? (value as Record<string | number, unknown>)[key] : undefined
  return { file, pointer: `${pointer}/${escapeSegment(String(key))}`, value: inner }
}

/** The place of a node, for messages and docstrings. */
export function locationOf({ file, pointer }: { file: LoadedFile; pointer: string }): Location {
  return { file: file.name, pointer }
}

/** One string per node: the identity of a `$ref` target. */
export function keyOf({ file, pointer }: { file: LoadedFile; pointer: string }): string {
  return `${file.name}#${pointer}`
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kind of a value, for messages: never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value)
    ? 'a list'
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`
}

/** The node as an object; undefined if the problem went to the report. */
export function expectObject(target: Target, { report }: Context): JsonObject | undefined {
  const { value } = target
  if (!isObject(value)) {
    const message = `must be an object, not ${kindOf(value)}.`
    report.add('structure', locationOf(target), message)
    return undefined
  }
  return value
}

/** The node as a list; undefined if there is none, or if the problem went to the report. */
export function expectList(target: Target, { report }: Context): unknown[] | undefined {
  const { value } = target
  if (value === undefined || Array.isArray(value)) return value
  const message = `must be a list, not ${kindOf(value)}.`
  report.add('structure', locationOf(target), message)
  return undefined
}

/** Reports a `$ref` that is not a string. */
export function checkRef(target: Target, { report }: Context): void {
  const { value } = target
  if (!isObject(value) || value.$ref === undefined || typeof value.$ref === 'string') return
  const message = `a $ref must be a string, not ${kindOf(value.$ref)}. Write a file and a pointer.`
  report.add('structure', locationOf(child(target, '$ref')), message)
}

/** The `$ref` of a node that has one. */
export function refOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.$ref === 'string' ? value.$ref : undefined
}

/** Follows `$ref`s to a node that is not a `$ref`; undefined if the problem went to the report. */
export function follow(target: Target, context: Context): Target | undefined {
  const seen = new Set<string>()
  let current: Target | undefined = target
  while (current !== undefined) {
    const ref = refOf(current.value)
    if (ref === undefined) return current
    if (seen.has(keyOf(current))) {
      const message = `the $ref '${ref}' leads only to itself. Point it at something else.`
      context.report.add('ref-unsupported', locationOf(current), message)
      return undefined
    }
    seen.add(keyOf(current))
    current = context.store.resolve(ref, current)
  }
  return undefined
}

/** Sets an own member, even one named `__proto__`: an assignment would set the prototype. */
export function setMember(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

/** The own member with this name; undefined for inherited ones, such as `constructor`. */
export function memberOf<T>(owner: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}
