import { isObject, type JsonObject, kindOf, mapValues, setMember } from '../json.ts'
import type { LoadedFile, Node } from '../load/node.ts'
import type { JsonSchema } from '../model.ts'
import { isAnnotation, kindOfValue } from '../schema/keyword-table.ts'
import type { Registry } from './registry.ts'

interface NormalizeOptions {
  registry: Registry
  dialect: Dialect
}

/** Keywords that only identify schemas: what `$ref`s reach through them is now a named schema. */
const dropped = new Set([
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions'],
])

/** The schema in 2020-12, whatever dialect it is written in; its `$ref`s point to named schemas. */
export function normalizeSchema(node: Node, options: NormalizeOptions): JsonSchema {
  const { value } = node
  if (typeof value === 'boolean') return value
  if (!isObject(value)) {
    const message = `must be a schema, which is an object, true or false, not ${kindOf(value)}.`
    node.problem('structure', message)
    return true
  }
  const { schemaFormat } = value
  if (options.dialect === 'draft-07' && typeof schemaFormat === 'string' && 'schema' in value) {
    // A Multi Format Schema Object, which may wrap any schema in AsyncAPI 3.
    const schema = node.child('schema')
    const dialect = dialectOfFormat(schemaFormat, schema)
    return dialect === undefined ? true : normalizeSchema(schema, { ...options, dialect })
  }
  node.checkRef()
  const dialect = ownDialect(node, value, options)
  const schema = copy(node, value, { ...options, dialect })
  if (dialect !== 'openapi-3.0') return fromDraft07(schema, { node, dialect })
  return '$ref' in schema ? schema : fromOpenApi30(schema)
}

function ownDialect(node: Node, { $schema }: JsonObject, { dialect }: NormalizeOptions): Dialect {
  if ($schema === undefined) return dialect
  const message = `this $schema is not supported. Write 'https://json-schema.org/draft/2020-12/schema' or 'http://json-schema.org/draft-07/schema#'.`
  return dialectOfUri($schema) ?? node.child('$schema').problem('dialect', message) ?? dialect
}

function copy(node: Node, source: JsonObject, options: NormalizeOptions): JsonObject {
  const { registry, dialect } = options
  const isRef = node.ref !== undefined
  if (isRef) checkRefSiblings(node, source, dialect)
  const schema: JsonObject = isRef ? registry.reference('schemas', node, dialect) : {}
  for (const keyword of Object.keys(source)) {
    if (dropped.has(keyword) || (isRef && keyword === '$ref')) continue
    setMember(schema, keyword, copyKeyword(node.child(keyword), keyword, options))
  }
  return schema
}

function copyKeyword(node: Node, keyword: string, options: NormalizeOptions): unknown {
  const { value } = node
  if (keyword === 'discriminator') return copyDiscriminator(node, options)
  const one = (inner: Node) => normalizeSchema(inner, options)
  switch (olderKinds[keyword] ?? kindOfValue(keyword)) {
    case 'schema':
      return keyword === 'items' && Array.isArray(value) ? node.items().map(one) : one(node)
    case 'schemas':
      return Array.isArray(value)
        ? node.items().map(one)
        : (refuse(node, `${keyword} must be a list of schemas`) ?? [])
    case 'schemasByName':
    case 'schemasByPattern':
      if (!isObject(value)) return refuse(node, `${keyword} must be an object of schemas`) ?? {}
      return mapValues(value, (inner, key) =>
        keyword === 'dependencies' && Array.isArray(inner) ? inner : one(node.child(key)),
      )
    default:
      return value
  }
}

/** Where schemas stand beyond the keywords that validators carry. */
const olderKinds: Readonly<Record<string, string>> = {
  additionalItems: 'schema',
  contentSchema: 'schema',
  dependencies: 'schemasByName',
}

function refuse(node: Node, expected: string): undefined {
  return node.problem('structure', `${expected}, not ${kindOf(node.value)}.`)
}

/** A discriminator rejects nothing; its mapping is rewritten to the names in the bundle. */
function copyDiscriminator(node: Node, { registry, dialect }: NormalizeOptions): unknown {
  const { value } = node
  if (!isObject(value) || !isObject(value.mapping)) return value
  const mapping = { ...value.mapping }
  for (const [key, ref] of Object.entries(mapping))
    if (typeof ref === 'string' && /[#/.]/.test(ref))
      registry.link('schemas', node, { dialect, owner: mapping, key })
  return { ...value, mapping }
}

const dialectNames = { 'openapi-3.0': 'OpenAPI 3.0', 'draft-07': 'JSON Schema draft-07' }

/** Reports rules beside a `$ref` in the dialects that ignore them, instead of losing them in silence. */
function checkRefSiblings(node: Node, source: JsonObject, dialect: Dialect): void {
  if (dialect === '2020-12') return
  for (const keyword of Object.keys(source)) {
    if (keyword === '$ref' || keyword === '$id' || isAnnotation(keyword)) continue
    const message = `'${keyword}' is next to a $ref, where ${dialectNames[dialect]} ignores it. Write allOf: [{ $ref }, { ${keyword} }] instead.`
    node.child(keyword).problem('ref-siblings', message)
  }
}

/** How the schemas of a document are written. */
export type Dialect = 'openapi-3.0' | '2020-12' | 'draft-07'

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
  [/spec\.openapis\.org\/oas\/3\.1\/(dialect|schema)/, '2020-12'],
]

/** The dialect that a `$schema` names; undefined if it is unknown. */
function dialectOfUri(uri: unknown): Dialect | undefined {
  return uris.find(([pattern]) => typeof uri === 'string' && pattern.test(uri))?.[1]
}

const formats: [RegExp, Dialect][] = [
  [/^application\/vnd\.aai\.asyncapi(\+(json|yaml))?;\s*version=[23]\./, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=draft-0[67]/, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=(draft\/)?20(19-09|20-12)/, '2020-12'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.0/, 'openapi-3.0'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.1/, '2020-12'],
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
function fromOpenApi30(source: JsonObject): JsonObject {
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
function fromDraft07(
  schema: JsonObject,
  { node, dialect }: { node: Node; dialect: Dialect },
): JsonObject {
  const old = Object.entries(newForms).filter(([keyword]) =>
    keyword === 'items' ? Array.isArray(schema.items) : keyword in schema,
  )
  if (dialect === '2020-12')
    for (const [keyword, message] of old) node.child(keyword).problem('dialect', message)
  if (dialect === '2020-12' || old.length === 0) return schema
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
