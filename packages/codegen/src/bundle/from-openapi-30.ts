import type { JsonObject } from './node.ts'

/**
 * The schema with the forms of OpenAPI 3.0 written as JSON Schema 2020-12 has them. `nullable: true`
 * accepts null wherever it stands, also beside `enum` and `allOf`, which is how documents use it.
 */
export function fromOpenApi30(source: JsonObject): JsonObject {
  const { nullable, example, ...schema } = source
  if (example !== undefined && schema.examples === undefined) schema.examples = [example]
  convertBound(schema, 'exclusiveMinimum', 'minimum')
  convertBound(schema, 'exclusiveMaximum', 'maximum')
  return nullable === true ? acceptNull(schema) : schema
}

function convertBound(schema: JsonObject, exclusive: string, inclusive: string): void {
  const flag = schema[exclusive]
  if (typeof flag !== 'boolean') return
  delete schema[exclusive]
  if (!flag || schema[inclusive] === undefined) return
  schema[exclusive] = schema[inclusive]
  delete schema[inclusive]
}

const COMPOSITIONS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'] as const

function acceptNull(schema: JsonObject): JsonObject {
  if (COMPOSITIONS.some((keyword) => keyword in schema)) return wrap(schema)
  const { type } = schema
  if (typeof type === 'string' && type !== 'null') schema.type = [type, 'null']
  if (Array.isArray(schema.enum) && !schema.enum.includes(null))
    schema.enum = [...schema.enum, null]
  return schema
}

const KEPT_OUTSIDE = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'examples',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'discriminator',
])

function wrap(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema)
  const isOutside = ([keyword]: [string, unknown]) =>
    KEPT_OUTSIDE.has(keyword) || keyword.startsWith('x-')
  const rules = Object.fromEntries(entries.filter((entry) => !isOutside(entry)))
  return { ...Object.fromEntries(entries.filter(isOutside)), anyOf: [rules, { type: 'null' }] }
}
