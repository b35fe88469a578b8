import {
  isObject,
  type JsonObject,
  listOf,
  mapValues,
  memberOf,
  objectOf,
  pick,
  sortKeys,
} from '../json.ts'
import type { JsonSchema } from '../model.ts'
import { methods } from '../openapi/terms.ts'
import type { OpenApiDocument } from '../openapi/to-open-api.ts'
import { isSenderOnly, typeOf } from '../readers/to-shape.ts'

const typedSections = ['headers', 'parameters', 'pathItems', 'requestBodies', 'responses']
const maps = new Set(['content', 'headers', 'responses'])
const keptOfHeaders = ['content', 'deprecated', 'description', 'required', 'schema']
/** What types and their docstrings are made of; other members of OpenAPI objects are dropped. */
const kept = new Set([
  ...[...keptOfHeaders, ...methods, '$ref', 'headers', 'in', 'name', 'operationId'],
  ...['parameters', 'requestBody', 'responses', 'summary'],
])

/**
 * The parts of the document that types are made of: keys sorted, each schema through `toTypeSchema`, `%`
 * and `#` in names replaced. openapi-typescript treats the place of a node as a URI fragment, so `%` in a
 * name makes it fail, and `#` in an operationId becomes `/`. Private use characters stand in for both until
 * `restoreNames`.
 */
export function toTypeDocument(document: OpenApiDocument): OpenApiDocument {
  const { openapi, components, paths, webhooks } = document
  const copyMap = <T extends JsonObject>(map: T) => sortKeys(map, copyNode, protect) as T
  const copyNode = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copyNode)
    if (!isObject(node)) return node
    const source = inlineHeader(node, components.headers ?? {})
    const members = Object.entries(source).filter(([key]) => kept.has(key))
    return sortKeys(Object.fromEntries(members), (value, key) => {
      if (key === 'schema') return toSchema(value)
      if (key === 'operationId' && typeof value === 'string') return protect(value)
      if (key === 'responses' && isObject(value)) return copyMap(withoutExtensions(value))
      return maps.has(key) && isObject(value) ? copyMap(value) : copyNode(value)
    })
  }
  const sections = typedSections.flatMap((section) => {
    const map = components[section]
    return map === undefined ? [] : [[section, copyMap(map)]]
  })
  return {
    openapi,
    paths: copyMap(paths),
    // Webhooks are typed inline: `operations` holds only what partners call.
    webhooks: mapValues(copyMap(webhooks), (item) =>
      mapValues(item, withoutId),
    ) as OpenApiDocument['webhooks'],
    components: {
      schemas: sortKeys(components.schemas ?? {}, toSchema, protect),
      ...Object.fromEntries(sections),
    },
  }
}

/** An extension could be anything; it is not a response. */
function withoutExtensions(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([key]) => !key.startsWith('x-')))
}

function toSchema(schema: unknown): unknown {
  return copySchema(toTypeSchema(schema as JsonSchema))
}

function copySchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copySchema)
  return isObject(value) ? sortKeys(value, copySchema, protect) : value
}

function protect(name: string): string {
  return name.replaceAll('%', '\ue025').replaceAll('#', '\ue023')
}

/** The text with `%` and `#` restored. TypeScript prints a stand-in as itself or as an escape. */
export function restoreNames(text: string): string {
  return text.replaceAll(/\ue025|\\uE025/g, '%').replaceAll(/\ue023|\\uE023/g, '#')
}

/** A header behind a `$ref` would always be rendered as required, so it is inlined. */
function inlineHeader(node: JsonObject, headers: JsonObject): JsonObject {
  const prefix = '#/components/headers/'
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith(prefix)) return node
  const header = memberOf(headers, node.$ref.slice(prefix.length))
  if (!isObject(header)) return node
  const members = Object.entries(header).filter(([key]) => keptOfHeaders.includes(key))
  return Object.fromEntries(members)
}

function withoutId(operation: unknown): unknown {
  if (!isObject(operation)) return operation
  const { operationId: _, ...rest } = operation
  return rest
}

/** Marks the open member of an open enum for the transform hook: typed `string & {}`. */
export const openString = 'x-open-string'

/** Marks the type of a property that may be missing for the transform hook: typed `undefined`. */
export const undefinedType = 'x-undefined'

/** Keywords that become the docstring of a type and do not change the type. */
const texts = ['description', 'deprecated', 'default', 'format', 'readOnly']

/** Keywords that make a type of their own; `required` and `minItems` qualify it. */
const shapes = [
  ...['type', 'properties', 'additionalProperties', 'patternProperties', 'items', 'prefixItems'],
]

/**
 * What TypeScript can express of the schema, in forms that openapi-typescript renders correctly: every
 * value that the schema accepts fits the type. Validators carry the rest (`if`, `not`, bounds, patterns …).
 */
function toTypeSchema(written: JsonSchema): JsonSchema {
  if (typeof written === 'boolean') return written
  const schema = forReaders(written)
  const own = pick(schema, texts)
  if ('const' in schema)
    return { ...own, ...(schema.const === null ? { type: 'null' } : { const: schema.const }) }
  if (Array.isArray(schema.enum)) {
    const values = ofType(schema.enum, schema.type)
    return values.length === 0 ? false : { ...own, ...toEnum(values) }
  }
  const parts = partsOf(schema)
  if (parts.includes(false)) return false
  const known = parts.filter(isObject)
  if (known.length <= 1) return { ...own, ...known[0] }
  const allOf = known.flatMap((part) => (Array.isArray(part.allOf) ? part.allOf : [part]))
  return { ...own, ...pick(schema, ['required']), allOf }
}

function partsOf(schema: JsonObject): JsonSchema[] {
  const parts: JsonSchema[] = []
  if (typeof schema.$ref === 'string') parts.push({ $ref: schema.$ref })
  if (shapes.some((keyword) => keyword in schema)) parts.push(toShape(schema))
  if (Array.isArray(schema.allOf)) parts.push(...toAllOf(schema.allOf, schema.required))
  for (const list of [schema.anyOf, schema.oneOf]) {
    const union = Array.isArray(list) ? toUnion(list) : undefined
    if (union !== undefined) parts.push(union.length === 0 ? false : { anyOf: union })
  }
  return parts
}

function toShape(schema: JsonObject): JsonObject {
  const convert = (value: unknown) => toTypeSchema(value as JsonSchema)
  const shape = mapValues(pick(schema, [...shapes, 'required', 'minItems']), (value, keyword) => {
    if (keyword === 'prefixItems' && Array.isArray(value)) return value.map(convert)
    if (!isObject(value)) return value
    if (keyword === 'items' || keyword === 'additionalProperties') return convert(value)
    const isMap = keyword === 'properties' || keyword === 'patternProperties'
    return isMap ? mapValues(value, convert) : value
  })
  return withIndexType(shape)
}

/** A reader must not rely on a member that only the sender must give. */
function forReaders(schema: JsonObject): JsonObject {
  const { properties, required } = schema
  if (!isObject(properties) || !Array.isArray(required)) return schema
  const relied = required.filter((name) => !isSenderOnly(memberOf(properties, String(name))))
  return relied.length === required.length ? schema : { ...schema, required: relied }
}

/** Passes `required` of the parent to the members, which is how it is rendered. */
function toAllOf(members: readonly unknown[], required: unknown): JsonSchema[] {
  const converted = members.map((member) => toTypeSchema(member as JsonSchema))
  if (converted.includes(false)) return [false]
  const known = converted.filter(saysSomething)
  if (known.length === 0) return []
  return [{ ...(Array.isArray(required) && { required }), allOf: known }]
}

function toUnion(members: readonly unknown[]): JsonSchema[] | undefined {
  const schemas = members.filter((member) => member !== false) as JsonSchema[]
  const isText = (value: unknown) => typeof value === 'string'
  const isOpenEnum = schemas.some((schema) => valuesOf(schema)?.every(isText))
  const converted = schemas.map((schema) =>
    isOpenEnum && isObject(schema) && schema.type === 'string' && valuesOf(schema) === undefined
      ? { type: 'string', [openString]: true }
      : toTypeSchema(schema),
  )
  return converted.every(saysSomething) ? converted : undefined
}

/** The values that a schema lists; undefined if it lists none. */
function valuesOf(schema: JsonSchema): unknown[] | undefined {
  if (!isObject(schema)) return undefined
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

/** `type` is not rendered in the union; it is in the docstring if all members share it. */
function toEnum(values: readonly unknown[]): JsonObject {
  const [type, ...others] = new Set(values.map(typeOf))
  const isScalar = others.length === 0 && type !== 'object' && type !== 'array'
  return { ...(isScalar && { type }), enum: values }
}

/** The members of an enum that its `type` allows. */
function ofType(values: readonly unknown[], type: unknown): unknown[] {
  const types = [type].flat()
  return values.filter(
    (value) =>
      type === undefined ||
      types.includes(typeOf(value)) ||
      (types.includes('integer') && Number.isInteger(value)),
  )
}

/**
 * The shape with one index signature for `additionalProperties` and `patternProperties`. TypeScript also
 * checks the named properties against it, so it includes their types, and `undefined` if one may be
 * missing. It is `unknown` if it would repeat the types of nested objects.
 */
function withIndexType(shape: JsonObject): JsonObject {
  const { patternProperties, ...rest } = shape
  const patterns = Object.values(objectOf(patternProperties))
  const { additionalProperties = true } = rest
  if (patterns.length === 0 && !isObject(additionalProperties)) return rest
  const others = [additionalProperties, ...patterns].filter((type) => type !== false)
  return { ...rest, additionalProperties: others.length > 0 && toIndexType(others, rest) }
}

function toIndexType(others: readonly unknown[], shape: JsonObject): JsonSchema {
  const properties = objectOf(shape.properties)
  const required = new Set(listOf(shape.required))
  const named = Object.values(properties).filter((type) => type !== false)
  const members = [...others, ...named] as JsonSchema[]
  const isLarge = (type: unknown) => JSON.stringify(type).includes('"properties":')
  if (!members.every(saysSomething) || named.some(isLarge)) return true
  if (Object.keys(properties).some((name) => !required.has(name)))
    members.push({ type: 'null', [undefinedType]: true })
  const rulesOf = (type: JsonSchema) => Object.entries(type).filter(([key]) => !texts.includes(key))
  const distinct = [
    ...new Map(members.map((type) => [JSON.stringify(rulesOf(type)), type])).values(),
  ]
  const [only = true] = distinct
  return distinct.length === 1 ? only : { anyOf: distinct }
}

const speaking = ['$ref', 'const', 'enum', 'type', 'properties', 'additionalProperties']

/** True for a schema whose type says more than `unknown`. */
function saysSomething(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema
  return [...speaking, 'allOf', 'anyOf'].some((keyword) => keyword in schema)
}
