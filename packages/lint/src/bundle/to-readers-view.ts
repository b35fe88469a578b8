import { fromPointer, isRecord, valueAt } from '../contract/pointer.ts'
import type { Json, JsonObject } from './documents.ts'

const prefix = '#/components/schemas/'
const annotations = ['title', 'description', 'deprecated', 'examples', 'default']

const isObject: (value: Json) => value is JsonObject = isRecord
const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : [])
const mapObject = (object: JsonObject, to: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries<Json>(object).map(([key, value]) => [key, to(value, key)]))

/**
 * The schema of what a reader can use: JSON types and required members. What it can leave out (an
 * optional member, an item) may be anything, and so only its words stay. `needed` names the members
 * that schemas around this one require.
 */
export function toReadersSchema(schema: Json, needed: readonly string[] = []): Json {
  if (!isObject(schema)) return schema
  const words = wordsOf(schema)
  if (schema['x-sender-only'] === true) return words
  const properties: JsonObject = isObject(schema.properties) ? schema.properties : {}
  const asked = listOf(schema.required).filter(
    (name) => properties[name]?.['x-sender-only'] !== true,
  )
  const relied = [...needed, ...asked]
  const form: JsonObject = { ...words }
  if (schema.$ref !== undefined) form.$ref = schema.$ref
  const type = typesOf(schema)
  if (type !== undefined) form.type = type
  if (asked.length > 0) form.required = asked
  if (Object.keys(properties).length > 0)
    form.properties = mapObject(properties, (one, name) =>
      relied.includes(name) ? toReadersSchema(one) : wordsOf(one),
    )
  const inside = (keyword: string) =>
    listOf(schema[keyword]).map((one) => toReadersSchema(one, relied))
  const choices = ['anyOf', 'oneOf'].filter((keyword) => keyword in schema)
  const all = [...inside('allOf'), ...choices.map((keyword) => ({ anyOf: inside(keyword) }))]
  return all.length > 0 ? { ...form, allOf: all } : form
}

const wordsOf = (schema: Json): JsonObject =>
  Object.fromEntries(
    annotations.flatMap((key) => (schema?.[key] === undefined ? [] : [[key, schema[key]]])),
  )

/** The written types, or the types of the listed values. To a reader, an integer is a number. */
function typesOf(schema: JsonObject): Json {
  const listed = 'const' in schema ? [schema.const] : listOf(schema.enum)
  const types = schema.type === undefined ? listed.map(typeOf) : [schema.type].flat()
  const names = [...new Set(types.map((name) => (name === 'integer' ? 'number' : name)))]
  return names.length > 1 ? names : names[0]
}

const typeOf = (value: Json): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

const readKeys = ['responses', 'messages', 'webhooks']
/** What is below these keys is data: a `payload` or `schema` there is not a schema. */
const exampleKeys = ['example', 'examples']

/**
 * A document with the schemas of what partners read, responses and messages, as a reader takes them. A
 * reader needs no header: the source names none of a response, and the body decides about a message.
 */
export function toReadersView(document: JsonObject): JsonObject {
  const { schemas, ...others } = document.components
  const read = namesOfRead(document)
  const visit = (node: Json, isRead: boolean): Json => {
    if (Array.isArray(node)) return node.map((one) => visit(one, isRead))
    if (!isObject(node)) return node
    if (isRead && node.in === 'header') return withoutRequired(node)
    return mapObject(node, (value, key) => {
      if (exampleKeys.includes(key)) return value
      const isInside = isRead || readKeys.includes(key)
      if (isInside && key === 'headers' && 'payload' in node)
        return { ...toReadersSchema(value), required: undefined }
      const isSchema = isInside && /^(schema|payload)$/.test(key)
      return isSchema ? toReadersSchema(value) : visit(value, isInside)
    })
  }
  const view = visit({ ...document, components: others }, false)
  const { headers } = view.components
  if (headers) view.components.headers = mapObject(headers, withoutRequired)
  view.components.schemas = mapObject(schemas, (schema, name) =>
    read.has(name) ? toReadersSchema(schema) : schema,
  )
  return view
}

const withoutRequired = ({ required: _, schema, ...header }: Json): JsonObject => ({
  ...header,
  schema: toReadersSchema(schema),
})

/** The names of the schemas that responses and messages lead to. */
function namesOfRead({ components, ...document }: JsonObject): Set<string> {
  const { schemas, ...others } = components
  const names = new Set<string>()
  const visit = (node: Json, isRead: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref } = node
    if (typeof $ref === 'string' && isRead) {
      const name = $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
      if (name === undefined) visit(valueAt({ components }, fromPointer($ref)), true)
      else if (!names.has(name)) {
        names.add(name)
        visit(schemas[name], true)
      }
    }
    for (const [key, value] of Object.entries<Json>(node))
      if (!exampleKeys.includes(key)) visit(value, isRead || readKeys.includes(key))
  }
  visit({ ...document, components: others }, false)
  return names
}

/**
 * The reader's JSON Schema of each body of a response, each payload of a message, and each object that is
 * an item of these, by name. `written` is the document of the view.
 */
export function toReadersSchemas(view: JsonObject, written: JsonObject): Map<string, JsonObject> {
  const { schemas } = view.components
  const add = (name: string) => {
    if (schemas[name]?.type !== 'object' || found.has(name)) return
    found.set(name, standalone(schemas, name))
    for (const item of itemsOf(written.components.schemas[name])) add(item)
  }
  const found = new Map<string, JsonObject>()
  const visit = (node: Json, isRead: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries<Json>(node)) {
      // Webhooks are the messages of AsyncAPI again.
      if (key === 'webhooks' || exampleKeys.includes(key)) continue
      const isInside = isRead || readKeys.includes(key)
      const isBody = key === 'payload' || (key === 'schema' && !('in' in node))
      const isNamed = isInside && isBody && value?.$ref?.startsWith(prefix)
      if (isNamed) add(value.$ref.slice(prefix.length))
      visit(value, isInside)
    }
  }
  visit(view, false)
  return found
}

/** The names of the schemas of items, which the reader's schema of a list does not describe. */
const itemsOf = (schema: Json): string[] =>
  isObject(schema)
    ? Object.entries<Json>(schema).flatMap(([key, value]) =>
        key === 'items' && value?.$ref?.startsWith(prefix)
          ? [value.$ref.slice(prefix.length)]
          : itemsOf(value),
      )
    : []

function standalone(schemas: JsonObject, name: string): JsonObject {
  const names = new Set<string>()
  const inline = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(inline)
    if (!isObject(node)) return node
    return mapObject(node, (value, key) => {
      if (key !== '$ref') return inline(value)
      names.add(value.slice(prefix.length))
      return `#/$defs/${value.slice(prefix.length)}`
    })
  }
  const root = inline(schemas[name])
  const defs: JsonObject = {}
  for (const one of names) defs[one] = inline(schemas[one])
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { $schema, ...root, ...(names.size > 0 && { $defs: defs }) }
}
