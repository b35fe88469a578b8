import { isObject, type JsonObject } from '../json.ts'
import { isAnnotation } from '../schema/keyword-table.ts'
import type { Dialect, LoadedFile, Node } from './node.ts'

/** The dialect that a file states for its schemas, else that of the document it was reached from. */
export function dialectOf({ value }: LoadedFile, inherited: Dialect): Dialect {
  if (!isObject(value)) return inherited
  if (typeof value.openapi === 'string')
    return value.openapi.startsWith('3.0') ? 'openapi-3.0' : '2020-12'
  if (typeof value.asyncapi === 'string') return 'draft-07'
  return dialectOfUri(value.$schema) ?? inherited
}

const uris: [RegExp, Dialect][] = [
  [/json-schema\.org\/draft-0[67]\/schema/, 'draft-07'],
  [/json-schema\.org\/draft\/20(19-09|20-12)\/schema/, '2020-12'],
  [/spec\.openapis\.org\/oas\/3\.[12]\/(dialect|schema)/, '2020-12'],
]

/** The dialect that a `$schema` names; undefined if it is unknown. */
export function dialectOfUri(uri: unknown): Dialect | undefined {
  return uris.find(([pattern]) => typeof uri === 'string' && pattern.test(uri))?.[1]
}

const formats: [RegExp, Dialect][] = [
  [/^application\/vnd\.aai\.asyncapi(\+(json|yaml))?;\s*version=[23]\./, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=draft-0[67]/, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=(draft\/)?20(19-09|20-12)/, '2020-12'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.0/, 'openapi-3.0'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.[12]/, '2020-12'],
]

/** The dialect of the `schemaFormat` of a schema; undefined if it is not JSON Schema, which is reported. */
export function dialectOfFormat(format: string, schema: Node): Dialect | undefined {
  const dialect = formats.find(([pattern]) => pattern.test(format))?.[1]
  const message = `the schema is written in '${format}', which is not JSON Schema. Write it in 'application/schema+json;version=draft-07', or leave the message out.`
  return dialect ?? schema.problem('schema-format', message)
}

/**
 * The schema with the forms of OpenAPI 3.0 written as JSON Schema 2020-12 has them. `nullable: true`
 * accepts null everywhere, also beside `enum` and `allOf`, as documents intend.
 */
export function fromOpenApi30(source: JsonObject): JsonObject {
  const { nullable, example, ...schema } = source
  if (example !== undefined) schema.examples ??= [example]
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

function acceptNull(schema: JsonObject): JsonObject {
  if (['$ref', 'allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => keyword in schema)) {
    const entries = Object.entries(schema)
    const rules = entries.filter(([keyword]) => !isAnnotation(keyword))
    const annotations = entries.filter(([keyword]) => isAnnotation(keyword))
    const anyOf = [Object.fromEntries(rules), { type: 'null' }]
    return { ...Object.fromEntries(annotations), anyOf }
  }
  if (typeof schema.type === 'string' && schema.type !== 'null') schema.type = [schema.type, 'null']
  if (Array.isArray(schema.enum) && !schema.enum.includes(null))
    schema.enum = [...schema.enum, null]
  return schema
}

const newForms = {
  items:
    'a list of items is written prefixItems in JSON Schema 2020-12. Write prefixItems instead.',
  additionalItems:
    'additionalItems means nothing in JSON Schema 2020-12. Write items beside prefixItems instead.',
  dependencies:
    'dependencies means nothing in JSON Schema 2020-12. Write dependentRequired or dependentSchemas instead.',
}

/**
 * The schema with the forms of draft-07 written as 2020-12 has them: `items` lists, `additionalItems`,
 * `dependencies`. In 2020-12 itself those forms are reported, because there they mean nothing.
 */
export function fromDraft07(schema: JsonObject, node: Node): JsonObject {
  const { dialect } = node
  const old = Object.entries(newForms).filter(([keyword]) =>
    keyword === 'items' ? Array.isArray(schema.items) : keyword in schema,
  )
  if (dialect === '2020-12')
    for (const [keyword, message] of old) node.child(keyword).problem('dialect', message)
  if (old.length === 0) return schema
  const { items, additionalItems, dependencies, ...rest } = schema
  if (Array.isArray(items)) {
    rest.prefixItems = items
    if (additionalItems !== undefined) rest.items = additionalItems
  } else if (items !== undefined) rest.items = items
  const entries = Object.entries(isObject(dependencies) ? dependencies : {})
  const required = entries.filter(([, value]) => Array.isArray(value))
  const schemas = entries.filter(([, value]) => !Array.isArray(value))
  if (required.length > 0) rest.dependentRequired = Object.fromEntries(required)
  if (schemas.length > 0) rest.dependentSchemas = Object.fromEntries(schemas)
  return rest
}
