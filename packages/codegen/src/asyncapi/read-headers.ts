import { isAnnotation } from '../bundle/annotations.ts'
import { dialectOfFormat } from '../bundle/dialects.ts'
import { nameOfPointer, toPascalCase } from '../bundle/names.ts'
import {
  type Context,
  child,
  type Dialect,
  expectObject,
  follow,
  isObject,
  type JsonObject,
  keyOf,
  locationOf,
} from '../bundle/node.ts'
import { nameSchema, type Registry } from '../bundle/registry.ts'
import type { Target } from '../load/document-store.ts'
import { parsePointer } from '../load/json-pointer.ts'

interface HeaderOptions {
  context: Context
  registry: Registry
  id: string
  /** The message. */
  owner: Target
}

interface HeaderDraft {
  name: string
  required: boolean
  schema: { $ref: string }
}

/** `additionalProperties` is ignored here: each hop adds its own headers. */
const CARRIED = new Set(['type', 'properties', 'required', 'allOf', 'additionalProperties'])

/** The headers that object schemas describe; if two describe one header, the first wins. */
export function readHeaders(schemas: readonly Target[], options: HeaderOptions): HeaderDraft[] {
  const objects = schemas.flatMap((schema) => flatten(schema, { context: options.context }))
  const required = new Set(objects.flatMap(({ target }) => requiredOf(target.value as JsonObject)))
  const headers = new Map<string, HeaderDraft>()
  for (const { target, dialect } of objects) {
    const properties = child(target, 'properties')
    for (const name of Object.keys(isObject(properties.value) ? properties.value : {})) {
      if (headers.has(name)) continue
      const schema = nameSchema(child(properties, name), {
        ...options,
        dialect: dialect ?? 'draft-07',
        isStated: dialect !== undefined,
        name: nameOfHeader(options, name, child(properties, name)),
      })
      headers.set(name, { name, required: required.has(name), schema })
    }
  }
  return [...headers.values()]
}

/** Named after the message, or after its place if several messages share it. */
function nameOfHeader({ id, owner }: HeaderOptions, header: string, target: Target): string {
  const isOwn = keyOf(target).startsWith(`${keyOf(owner)}/`)
  const name = isOwn
    ? `${toPascalCase(id)}${toPascalCase(header)}`
    : nameOfPointer(target.file.name, parsePointer(target.pointer))
  return name.endsWith('Header') ? name : `${name}Header`
}

/** One object schema of headers. */
interface Part {
  target: Target
  /** Set if a `schemaFormat` states it. */
  dialect: Dialect | undefined
}

function flatten(
  given: Target,
  { context, outer }: { context: Context; outer?: Dialect | undefined },
): Part[] {
  const { target, dialect = outer } = unwrap(follow(given, context), context)
  const schema = target && expectObject(target, context)
  if (target === undefined || schema === undefined) return []
  for (const keyword of Object.keys(schema)) {
    if (CARRIED.has(keyword) || isAnnotation(keyword)) continue
    const message = `'${keyword}' cannot be carried into a list of headers. Use type, properties, required and allOf.`
    context.report.add('keyword', locationOf(child(target, keyword)), message)
  }
  const list = child(target, 'allOf')
  const parts = Array.isArray(list.value)
    ? list.value.flatMap((_, index) => flatten(child(list, index), { context, outer: dialect }))
    : []
  return [{ target, dialect }, ...parts]
}

/** The schema inside a Multi Format Schema Object, with the dialect that it states. */
function unwrap(
  given: Target | undefined,
  context: Context,
): { target: Target | undefined; dialect?: Dialect } {
  if (!isObject(given?.value) || typeof given.value.schemaFormat !== 'string')
    return { target: given }
  const schema = child(given, 'schema')
  const dialect = dialectOfFormat(given.value.schemaFormat, {
    location: locationOf(schema),
    report: context.report,
  })
  const target = follow(schema, context)
  return dialect === undefined ? { target: undefined } : { target, dialect }
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
