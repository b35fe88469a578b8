import type { LoadedFile, Target } from '../load/document-store.ts'
import type { Location } from '../model.ts'
import type { Report } from '../report.ts'
import { type Context, child, type Dialect, isObject, type JsonObject, locationOf } from './node.ts'

/** The dialect that a file states for its schemas, else that of the document it was reached from. */
export function dialectOf(file: LoadedFile, inherited: Dialect): Dialect {
  const { value } = file
  if (!isObject(value)) return inherited
  if (typeof value.openapi === 'string')
    return value.openapi.startsWith('3.0') ? 'openapi-3.0' : '2020-12'
  if (typeof value.asyncapi === 'string') return 'draft-07'
  return dialectOfUri(value.$schema) ?? inherited
}

/** The dialect that a `$schema` names; undefined if it is unknown. */
export function dialectOfUri(uri: unknown): Dialect | undefined {
  if (typeof uri !== 'string') return undefined
  if (/json-schema\.org\/draft-0[67]\/schema/.test(uri)) return 'draft-07'
  if (/json-schema\.org\/draft\/20(19-09|20-12)\/schema/.test(uri)) return '2020-12'
  if (/spec\.openapis\.org\/oas\/3\.1\/(dialect|schema)/.test(uri)) return '2020-12'
  return undefined
}

const FORMATS: [RegExp, Dialect][] = [
  [/^application\/vnd\.aai\.asyncapi(\+(json|yaml))?;\s*version=[23]\./, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=draft-0[67]/, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=(draft\/)?20(19-09|20-12)/, '2020-12'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.0/, 'openapi-3.0'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.1/, '2020-12'],
]

/** The dialect of a `schemaFormat`; undefined if it is not JSON Schema, which is then reported. */
export function dialectOfFormat(
  format: string,
  { location, report }: { location: Location; report: Report },
): Dialect | undefined {
  const dialect = FORMATS.find(([pattern]) => pattern.test(format))?.[1]
  if (dialect === undefined) {
    const message = `the schema is written in '${format}', which is not JSON Schema. Write it in 'application/schema+json;version=draft-07', or leave the message out.`
    report.add('schema-format', location, message)
  }
  return dialect
}

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

/**
 * The schema with the forms of draft-07 written as 2020-12 has them: `items` lists, `additionalItems`,
 * `dependencies`. In 2020-12 itself those forms are reported, because there they mean nothing.
 */
export function fromDraft07(
  schema: JsonObject,
  { target, dialect, context }: { target: Target; dialect: Dialect; context: Context },
): JsonObject {
  if (!Array.isArray(schema.items) && !('additionalItems' in schema) && !('dependencies' in schema))
    return schema
  if (dialect === '2020-12') {
    reportOldForms(schema, target, context)
    return schema
  }
  const { items, additionalItems, dependencies, ...rest } = schema
  if (Array.isArray(items)) {
    rest.prefixItems = items
    if (additionalItems !== undefined) rest.items = additionalItems
  } else if (items !== undefined) {
    rest.items = items
  }
  return isObject(dependencies) ? { ...rest, ...splitDependencies(dependencies) } : rest
}

function splitDependencies(dependencies: JsonObject): JsonObject {
  const entries = Object.entries(dependencies)
  const required = entries.filter(([, value]) => Array.isArray(value))
  const schemas = entries.filter(([, value]) => !Array.isArray(value))
  return {
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  }
}

const NEWER_FORMS = {
  items:
    'a list of items is written prefixItems in JSON Schema 2020-12. Write prefixItems instead.',
  additionalItems:
    'additionalItems means nothing in JSON Schema 2020-12. Write items beside prefixItems instead.',
  dependencies:
    'dependencies means nothing in JSON Schema 2020-12. Write dependentRequired or dependentSchemas instead.',
}

function reportOldForms(schema: JsonObject, target: Target, { report }: Context): void {
  for (const [keyword, message] of Object.entries(NEWER_FORMS)) {
    const isOld = keyword === 'items' ? Array.isArray(schema.items) : keyword in schema
    if (isOld) report.add('dialect', locationOf(child(target, keyword)), message)
  }
}
