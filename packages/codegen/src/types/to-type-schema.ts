import { isObject, type JsonObject, memberOf } from '../bundle/node.ts'
import type { JsonSchema } from '../model.ts'
import { isSenderOnly } from '../readers/to-shape.ts'

/** Marks the open member of an open enum for the transform hook: typed `string & {}`. */
export const OPEN_STRING = 'x-open-string'

const SHAPE = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'items',
  'prefixItems',
  'minItems',
] as const

/**
 * What TypeScript can express of the schema, in forms that openapi-typescript renders correctly: every
 * value that the schema accepts fits the type. Validators carry the rest (`if`, `not`, bounds, patterns …).
 */
export function toTypeSchema(written: JsonSchema): JsonSchema {
  if (typeof written === 'boolean') return written
  const schema = forReaders(written)
  const texts = pick(schema, TEXTS)
  if ('const' in schema) return { ...texts, ...toLiteral(schema.const) }
  if (Array.isArray(schema.enum)) {
    const values = ofType(schema.enum, schema.type)
    return values.length === 0 ? false : { ...texts, ...toEnum(values) }
  }
  const parts = partsOf(schema)
  if (parts.includes(false)) return false
  const known = parts.filter(isObject)
  if (known.length <= 1) return { ...texts, ...known[0] }
  return { ...texts, ...pick(schema, ['required']), allOf: known.flatMap(flattenAllOf) }
}

function partsOf(schema: JsonObject): JsonSchema[] {
  const parts: JsonSchema[] = []
  if (typeof schema.$ref === 'string') parts.push({ $ref: schema.$ref })
  if (
    SHAPE.some((keyword) => keyword !== 'required' && keyword !== 'minItems' && keyword in schema)
  )
    parts.push(toShape(schema))
  if (Array.isArray(schema.allOf)) parts.push(...toAllOf(schema.allOf, schema.required))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const union = Array.isArray(schema[keyword]) ? toUnion(schema[keyword]) : undefined
    if (union !== undefined) parts.push(union.length === 0 ? false : { anyOf: union })
  }
  return parts
}

function toShape(schema: JsonObject): JsonObject {
  const shape = pick(schema, SHAPE)
  for (const keyword of ['properties', 'patternProperties'] as const) {
    if (isObject(shape[keyword]))
      shape[keyword] = mapValues(shape[keyword], (value) => toTypeSchema(value as JsonSchema))
  }
  for (const keyword of ['items', 'additionalProperties'] as const) {
    if (isObject(shape[keyword])) shape[keyword] = toTypeSchema(shape[keyword])
  }
  if (Array.isArray(shape.prefixItems)) shape.prefixItems = shape.prefixItems.map(toTypeSchema)
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
  const isOpenEnum = schemas.some(isStringEnum)
  const converted = schemas.map((member) =>
    isOpenEnum && isPlainString(member)
      ? { type: 'string', [OPEN_STRING]: true }
      : toTypeSchema(member),
  )
  return converted.every(saysSomething) ? converted : undefined
}

function isStringEnum(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false
  return (
    typeof schema.const === 'string' ||
    (Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string'))
  )
}

function isPlainString(schema: JsonSchema): boolean {
  return isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('const' in schema)
}

function flattenAllOf(part: JsonObject): unknown[] {
  return Array.isArray(part.allOf) ? part.allOf : [part]
}

function toLiteral(value: unknown): JsonObject {
  return value === null ? { type: 'null' } : { const: value }
}

/** `type` is not rendered in the union; it is in the docstring if all members share it. */
function toEnum(values: readonly unknown[]): JsonObject {
  const types = new Set(values.map(typeOf))
  const [type] = types
  return types.size === 1 && type !== 'object' && type !== 'array'
    ? { type, enum: values }
    : { enum: values }
}

/** The members of an enum that its `type` allows. */
function ofType(values: readonly unknown[], type: unknown): unknown[] {
  if (type === undefined) return [...values]
  const types = new Set([type].flat())
  return values.filter(
    (value) =>
      types.has(typeOf(value)) ||
      (typeof value === 'number' &&
        (types.has('number') || (types.has('integer') && Number.isInteger(value)))),
  )
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function pick(source: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => key in source).map((key) => [key, source[key]]))
}

function mapValues(source: JsonObject, map: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)]))
}

/** Marks the type of a property that may be missing for the transform hook: typed `undefined`. */
export const UNDEFINED = 'x-undefined'

/**
 * The shape with one index signature for `additionalProperties` and `patternProperties`. TypeScript also
 * checks the named properties against it, so it includes their types, and `undefined` if one may be
 * missing. It is `unknown` if it would repeat the types of nested objects.
 */
function withIndexType(shape: JsonObject): JsonObject {
  const { patternProperties, ...rest } = shape
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : []
  const { additionalProperties = true } = rest
  if (patterns.length === 0 && !isObject(additionalProperties)) return rest
  const others = [additionalProperties, ...patterns].filter((type) => type !== false)
  return { ...rest, additionalProperties: others.length > 0 && toIndexType(others, rest) }
}

function toIndexType(others: readonly unknown[], shape: JsonObject): JsonSchema {
  const properties = isObject(shape.properties) ? shape.properties : {}
  const required = new Set(Array.isArray(shape.required) ? shape.required : [])
  const named = Object.values(properties).filter((type) => type !== false)
  const members = [...others, ...named] as JsonSchema[]
  if (!members.every(saysSomething) || named.some(isLarge)) return true
  if (Object.keys(properties).some((name) => !required.has(name)))
    members.push({ type: 'null', [UNDEFINED]: true })
  const distinct = new Map(members.map((type) => [JSON.stringify(withoutTexts(type)), type]))
  const [only, ...more] = distinct.values()
  return only !== undefined && more.length === 0 ? only : { anyOf: [...distinct.values()] }
}

function isLarge(type: unknown): boolean {
  return JSON.stringify(type).includes('"properties":')
}

function withoutTexts(type: JsonSchema): JsonSchema {
  if (typeof type === 'boolean') return type
  return Object.fromEntries(Object.entries(type).filter(([keyword]) => !TEXTS.includes(keyword)))
}

/** True for a schema whose type says more than `unknown`. */
function saysSomething(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema
  return [
    '$ref',
    'const',
    'enum',
    'type',
    'properties',
    'additionalProperties',
    'allOf',
    'anyOf',
  ].some((keyword) => keyword in schema)
}

/** Keywords that become the docstring of a type and do not change the type. */
const TEXTS: readonly string[] = ['description', 'deprecated', 'default', 'format', 'readOnly']
