import type { Json, JsonObject } from './documents.ts'

const prefix = '#/components/schemas/'
const annotations = ['title', 'description', 'deprecated', 'examples', 'default']

/**
 * The schema of what a reader can use: JSON types and required members. What it can leave out (an
 * optional member, an item) may be anything, and so only its words stay. `needed` names the members
 * that schemas around this one require.
 */
export function toReadersSchema(schema: Json, needed: readonly string[] = []): Json {
  if (typeof schema !== 'object' || schema === null) return schema
  const words = wordsOf(schema)
  if (schema['x-sender-only'] === true) return words
  const { properties = {}, required = [] } = schema
  const asked = required.filter((name: string) => properties[name]?.['x-sender-only'] !== true)
  const relied = [...needed, ...asked]
  const form: JsonObject = { ...words }
  if (schema.$ref !== undefined) form.$ref = schema.$ref
  const type = typesOf(schema)
  if (type !== undefined) form.type = type
  if (asked.length > 0) form.required = asked
  if (Object.keys(properties).length > 0)
    form.properties = Object.fromEntries(
      Object.entries<Json>(properties).map(([name, one]) => [
        name,
        relied.includes(name) ? toReadersSchema(one) : wordsOf(one),
      ]),
    )
  const choices = ['anyOf', 'oneOf'].filter((keyword) => keyword in schema)
  const all = [
    ...(schema.allOf ?? []).map((one: Json) => toReadersSchema(one, relied)),
    ...choices.map((keyword) => ({
      anyOf: schema[keyword].map((one: Json) => toReadersSchema(one, relied)),
    })),
  ]
  return all.length > 0 ? { ...form, allOf: all } : form
}

const wordsOf = (schema: Json): JsonObject =>
  Object.fromEntries(
    annotations.flatMap((key) => (schema?.[key] === undefined ? [] : [[key, schema[key]]])),
  )

/** As written, or those of the listed values; an integer is a number to a reader. */
function typesOf({ type, const: fixed, enum: listed = fixed === undefined ? [] : [fixed] }: Json) {
  const types = [
    type ??
      listed.map((value: Json) =>
        Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value,
      ),
  ]
  const names = [...new Set(types.flat().map((name) => (name === 'integer' ? 'number' : name)))]
  return names.length > 1 ? names : names[0]
}

/** A document with the schemas of what partners read, responses and messages, as a reader takes them. */
export function toReadersView(document: JsonObject): JsonObject {
  const read = namesOfRead(document)
  const visit = (node: Json, isRead: boolean): Json => {
    if (Array.isArray(node)) return node.map((one) => visit(one, isRead))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries<Json>(node).map(([key, value]) => {
        const isInside = isRead || readKeys.includes(key)
        const isSchema = schemaKeys.includes(key) || (key === 'headers' && 'payload' in node)
        if (isInside && isSchema) return [key, toReadersSchema(value)]
        return [key, visit(value, isInside)]
      }),
    )
  }
  const { components, ...rest } = document
  const schemas = Object.entries<Json>(components.schemas).map(([name, schema]) => [
    name,
    read.has(name) ? toReadersSchema(schema) : schema,
  ])
  const { schemas: _, ...others } = components
  const view = visit({ ...rest, components: others }, false)
  return { ...view, components: { ...view.components, schemas: Object.fromEntries(schemas) } }
}

const readKeys = ['responses', 'messages', 'webhooks']
const schemaKeys = ['schema', 'payload']

/** The names of the schemas that responses and messages lead to. */
function namesOfRead({ components, ...document }: JsonObject): Set<string> {
  const { schemas, ...others } = components
  const names = new Set<string>()
  const visit = (node: Json, isRead: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref } = node
    if (typeof $ref === 'string' && isRead) {
      const name = $ref.slice(prefix.length)
      if ($ref.startsWith(prefix) && !names.has(name)) {
        names.add(name)
        visit(schemas[name], true)
      } else if (!$ref.startsWith(prefix)) visit(at(components, $ref), true)
    }
    for (const [key, value] of Object.entries<Json>(node))
      visit(value, isRead || readKeys.includes(key))
  }
  visit({ ...document, components: others }, false)
  return names
}

const at = (components: JsonObject, ref: string): Json =>
  ref
    .split('/')
    .slice(2)
    .reduce((node: Json, key) => node?.[key], components)

/** The reader's JSON Schema of each body of a response and each payload of a message, by name. */
export function toReadersSchemas(view: JsonObject): Map<string, JsonObject> {
  const { schemas } = view.components
  const found = new Map<string, JsonObject>()
  const visit = (node: Json, isRead: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries<Json>(node)) {
      // Those are the messages of AsyncAPI again.
      if (key === 'webhooks') continue
      const isInside = isRead || readKeys.includes(key)
      const isBody = key === 'payload' || (key === 'schema' && !('in' in node))
      const name =
        isInside && isBody && value?.$ref?.startsWith(prefix) && value.$ref.slice(prefix.length)
      if (name && schemas[name]?.type === 'object') found.set(name, standalone(schemas, name))
      visit(value, isInside)
    }
  }
  visit(view, false)
  return found
}

function standalone(schemas: JsonObject, name: string): JsonObject {
  const names = new Set<string>()
  const inline = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries<Json>(node).map(([key, value]) => {
      if (key !== '$ref') return [key, inline(value)]
      const target = value.slice(prefix.length)
      names.add(target)
      return [key, `#/$defs/${target}`]
    })
    return Object.fromEntries(entries)
  }
  const root = inline(schemas[name])
  const defs: JsonObject = {}
  for (const one of names) defs[one] = inline(schemas[one])
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { $schema, ...root, ...(names.size > 0 && { $defs: defs }) }
}
