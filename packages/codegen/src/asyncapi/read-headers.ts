import { type Dialect, dialectOfFormat } from '../bundle/dialects.ts'
import { nameOfPointer, toPascalCase } from '../bundle/names.ts'
import type { Registry } from '../bundle/registry.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parsePointer } from '../load/json-pointer.ts'
import type { Node } from '../load/node.ts'
import { isAnnotation } from '../schema/keyword-table.ts'

interface HeaderOptions {
  registry: Registry
  id: string
  /** The message. */
  owner: Node
}

/** A header whose schema has no name yet. */
export interface HeaderDraft {
  name: string
  required: boolean
  schema: { $ref: string }
}

/** `additionalProperties` is ignored here: each hop adds its own headers. */
const carried = new Set(['type', 'properties', 'required', 'allOf', 'additionalProperties'])

/** The headers that object schemas describe; if two describe one header, the first wins. */
export function readHeaders(schemas: readonly Node[], options: HeaderOptions): HeaderDraft[] {
  const parts = schemas.flatMap((schema) => flatten(schema))
  const required = new Set(parts.flatMap(({ node }) => node.child('required').value))
  const headers = new Map<string, HeaderDraft>()
  for (const { node, dialect } of parts) {
    const properties = node.child('properties')
    for (const name of Object.keys(isObject(properties.value) ? properties.value : {})) {
      if (headers.has(name)) continue
      const property = properties.child(name)
      const schema = options.registry.nameSchema(property, {
        dialect: dialect ?? 'draft-07',
        isStated: dialect !== undefined,
        name: nameOfHeader(options, name, property),
      })
      headers.set(name, { name, required: required.has(name), schema })
    }
  }
  return [...headers.values()]
}

/** Named after the message, or after its place if several messages share it. */
function nameOfHeader({ id, owner }: HeaderOptions, header: string, node: Node): string {
  const name = node.key.startsWith(`${owner.key}/`)
    ? `${toPascalCase(id)}${toPascalCase(header)}`
    : nameOfPointer(node.file.name, parsePointer(node.pointer))
  return name.endsWith('Header') ? name : `${name}Header`
}

/** One object schema of headers; its dialect is set if a `schemaFormat` states it. */
interface Part {
  node: Node
  dialect: Dialect | undefined
}

/** The object schemas of headers in a schema, which a `schemaFormat` may wrap, and in its `allOf`. */
function flatten(given: Node, outer?: Dialect): Part[] {
  let node = given.follow()
  let dialect = outer
  if (isObject(node?.value) && typeof node.value.schemaFormat === 'string') {
    const schema = node.child('schema')
    dialect = dialectOfFormat(node.value.schemaFormat, schema)
    node = dialect && schema.follow()
  }
  if (node?.object() === undefined) return []
  for (const keyword of Object.keys(node.value as JsonObject)) {
    if (carried.has(keyword) || isAnnotation(keyword)) continue
    const message = `'${keyword}' cannot be carried into a list of headers. Use type, properties, required and allOf.`
    node.child(keyword).problem('keyword', message)
  }
  const parts = node.child('allOf').items()
  return [{ node, dialect }, ...parts.flatMap((part) => flatten(part, dialect))]
}
