import { isObject, type JsonObject } from '../bundle/node.ts'
import { escapeSegment } from '../load/json-pointer.ts'
import type { JsonSchema } from '../model.ts'
import { keywordRow } from './keyword-table.ts'

/** A schema with rules only: no annotations, no extensions. */
export type Form = JsonSchema

/** A subschema with its place. */
interface Subschema {
  keyword: string
  schema: JsonSchema
  /** JSON Pointer from the schema that holds it. */
  pointer: string
}

/** The direct subschemas of a schema, in written order. Values of the wrong kind have none. */
export function subschemasOf(schema: JsonSchema): Subschema[] {
  if (!isObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const pointer = `/${keyword}`
    const shape = shapeOf(keyword, value)
    if (shape === 'one') return [{ keyword, schema: value as JsonSchema, pointer }]
    if (shape === 'none') return []
    return Object.entries(value as JsonObject).map(([key, inner]) => ({
      keyword,
      schema: inner as JsonSchema,
      pointer: `${pointer}/${escapeSegment(key)}`,
    }))
  })
}

/** The value of one keyword with each subschema in it replaced. */
export function mapSubschemas(
  keyword: string,
  value: unknown,
  map: (schema: JsonSchema) => JsonSchema,
): unknown {
  const shape = shapeOf(keyword, value)
  if (shape === 'one') return map(value as JsonSchema)
  if (shape === 'list') return (value as JsonSchema[]).map((inner) => map(inner))
  if (shape === 'map')
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, inner]) => [key, map(inner as JsonSchema)]),
    )
  return value
}

function shapeOf(keyword: string, value: unknown): 'one' | 'list' | 'map' | 'none' {
  const row = keywordRow(keyword)
  if (row?.fate !== 'carried') return 'none'
  if (row.value === 'schema') return isObject(value) || typeof value === 'boolean' ? 'one' : 'none'
  if (row.value === 'schemas') return Array.isArray(value) ? 'list' : 'none'
  const isMap = row.value === 'schemasByName' || row.value === 'schemasByPattern'
  return isMap && isObject(value) ? 'map' : 'none'
}

/** Keywords whose subschemas look at the same value as the schema that holds them. */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
])

/** The form with each subschema on the same value replaced, one level deep. */
export function mapInPlace(form: JsonObject, map: (schema: Form) => Form): JsonObject {
  return mapWhere(form, (keyword) => (inPlaceKeywords.has(keyword) ? map : undefined))
}

/** The form with each part replaced: the schemas of properties, names and items, inside compositions too. */
export function mapParts(form: Form, map: (part: Form) => Form): Form {
  if (!isObject(form)) return form
  return mapWhere(form, (keyword) =>
    inPlaceKeywords.has(keyword) ? (inner) => mapParts(inner, map) : map,
  )
}

function mapWhere(
  form: JsonObject,
  mapOf: (keyword: string) => ((schema: Form) => Form) | undefined,
): JsonObject {
  const entries = Object.entries(form).map(([keyword, value]) => {
    const map = mapOf(keyword)
    return [keyword, map === undefined ? value : mapSubschemas(keyword, value, map)]
  })
  return Object.fromEntries(entries)
}

/** The name of the schema that a `$ref` points to. */
export function schemaNameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
