import type { Form } from '../schema/form.ts'
import { isObject, type JsonObject, mapSubschemas } from '../schema/subschemas.ts'

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

/** The form with each part replaced: what stands on properties, names and items, whatever composes it. */
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
