import { escapeSegment, isObject, type JsonObject, mapValues } from '../json.ts'
import type { JsonSchema } from '../model.ts'
import { kindOfValue } from './keyword-table.ts'

/** Our keyword for `unevaluatedItems` over `contains`: the forms that decide. */
export const EVALUATED = '$evaluated'

/** A schema with rules only: no annotations, no extensions. */
export type Form = JsonSchema

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
  switch (shapeOf(keyword, value)) {
    case 'one':
      return map(value as JsonSchema)
    case 'list':
      return (value as JsonSchema[]).map((inner) => map(inner))
    case 'map':
      return mapValues(value as JsonObject, (inner) => map(inner as JsonSchema))
    default:
      return value
  }
}

function shapeOf(keyword: string, value: unknown): 'one' | 'list' | 'map' | 'none' {
  const kind = keyword === EVALUATED ? 'schemas' : kindOfValue(keyword)
  if (kind === 'schema') return isObject(value) || typeof value === 'boolean' ? 'one' : 'none'
  if (kind === 'schemas') return Array.isArray(value) ? 'list' : 'none'
  const isMap = kind === 'schemasByName' || kind === 'schemasByPattern'
  return isMap && isObject(value) ? 'map' : 'none'
}

/** Keywords whose subschemas look at the same value as the schema that holds them. */
const inPlace = /^(allOf|anyOf|dependentSchemas|else|if|not|oneOf|then)$/

/** The direct subschemas on the same value. */
export function inPlaceOf(schema: JsonSchema): JsonSchema[] {
  return subschemasOf(schema).flatMap((one) => (inPlace.test(one.keyword) ? [one.schema] : []))
}

/** The form with each subschema on the same value replaced, one level deep. */
export function mapInPlace(form: JsonObject, map: (schema: Form) => Form): JsonObject {
  return mapValues(form, (value, keyword) =>
    inPlace.test(keyword) ? mapSubschemas(keyword, value, map) : value,
  )
}

/** The form with each part replaced: the schemas of properties, names and items, inside compositions too. */
export function mapParts(form: Form, map: (part: Form) => Form): Form {
  if (!isObject(form)) return form
  return mapValues(form, (value, keyword) =>
    mapSubschemas(keyword, value, (inner) =>
      inPlace.test(keyword) ? mapParts(inner, map) : map(inner),
    ),
  )
}
