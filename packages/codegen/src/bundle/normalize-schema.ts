import type { Target } from '../load/document-store.ts'
import type { JsonSchema } from '../model.ts'
import { isAnnotation } from './annotations.ts'
import { dialectOfFormat, dialectOfUri, fromDraft07, fromOpenApi30 } from './dialects.ts'
import {
  type Context,
  checkRef,
  child,
  type Dialect,
  isObject,
  type JsonObject,
  kindOf,
  locationOf,
  setMember,
} from './node.ts'
import type { Registry } from './registry.ts'

/** What normalising needs besides the node. */
interface NormalizeOptions {
  context: Context
  registry: Registry
  dialect: Dialect
}

const KEYWORDS_OF_SCHEMAS = new Map<string, 'schema' | 'list' | 'map' | 'either'>([
  ['additionalItems', 'schema'],
  ['additionalProperties', 'schema'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['contains', 'schema'],
  ['contentSchema', 'schema'],
  ['dependencies', 'map'],
  ['dependentSchemas', 'map'],
  ['else', 'schema'],
  ['if', 'schema'],
  ['items', 'either'],
  ['not', 'schema'],
  ['oneOf', 'list'],
  ['patternProperties', 'map'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['propertyNames', 'schema'],
  ['then', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
])

/** Keywords that only identify schemas: what `$ref`s reach through them is now a named schema. */
const DROPPED = new Set(['$schema', '$id', '$anchor', '$defs', 'definitions'])

/** The schema in 2020-12, whatever dialect it is written in; its `$ref`s point to named schemas. */
export function normalizeSchema(target: Target, options: NormalizeOptions): JsonSchema {
  const { value } = target
  const { context } = options
  if (typeof value === 'boolean') return value
  if (!isObject(value)) {
    const message = `must be a schema, which is an object, true or false, not ${kindOf(value)}.`
    context.report.add('structure', locationOf(target), message)
    return true
  }
  if (
    options.dialect === 'draft-07' &&
    typeof value.schemaFormat === 'string' &&
    'schema' in value
  ) {
    return normalizeFormat(target, value.schemaFormat, options)
  }
  checkRef(target, context)
  const dialect = ownDialect(target, value, options)
  const schema = copy(target, value, { ...options, dialect })
  if (dialect !== 'openapi-3.0') return fromDraft07(schema, { target, dialect, context })
  return '$ref' in schema ? schema : fromOpenApi30(schema)
}

/** A Multi Format Schema Object, which may wrap any schema in AsyncAPI 3. */
function normalizeFormat(target: Target, format: string, options: NormalizeOptions): JsonSchema {
  const { report } = options.context
  const dialect = dialectOfFormat(format, { location: locationOf(child(target, 'schema')), report })
  return dialect === undefined
    ? true
    : normalizeSchema(child(target, 'schema'), { ...options, dialect })
}

function ownDialect(
  target: Target,
  schema: JsonObject,
  { context, dialect }: NormalizeOptions,
): Dialect {
  if (schema.$schema === undefined) return dialect
  const own = dialectOfUri(schema.$schema)
  if (own === undefined) {
    const message = `the $schema is not one that is read. Write 'https://json-schema.org/draft/2020-12/schema' or 'http://json-schema.org/draft-07/schema#'.`
    context.report.add('dialect', locationOf(child(target, '$schema')), message)
  }
  return own ?? dialect
}

function copy(target: Target, source: JsonObject, options: NormalizeOptions): JsonObject {
  const keywords = copyKeywords(target, source, options)
  if (typeof source.$ref !== 'string') return keywords
  checkRefSiblings(target, source, options)
  const { registry, dialect } = options
  const holder = registry.reference('schemas', source.$ref, { target, dialect })
  for (const [keyword, value] of Object.entries(keywords)) setMember(holder, keyword, value)
  return holder
}

function copyKeywords(target: Target, source: JsonObject, options: NormalizeOptions): JsonObject {
  const schema: JsonObject = {}
  for (const [keyword, value] of Object.entries(source)) {
    if (DROPPED.has(keyword) || (keyword === '$ref' && typeof value === 'string')) continue
    setMember(schema, keyword, copyKeyword(child(target, keyword), keyword, options))
  }
  return schema
}

function copyKeyword(target: Target, keyword: string, options: NormalizeOptions): unknown {
  const { value } = target
  if (keyword === 'discriminator') return copyDiscriminator(target, options)
  const kind = KEYWORDS_OF_SCHEMAS.get(keyword)
  if (kind === undefined) return value
  if (Array.isArray(value) && (kind === 'list' || kind === 'either')) {
    return value.map((_, index) => normalizeSchema(child(target, index), options))
  }
  if (kind === 'map' && isObject(value)) {
    const entries = Object.keys(value).map((key) => [
      key,
      copyMember(child(target, key), keyword, options),
    ])
    return Object.fromEntries(entries)
  }
  if (kind === 'schema' || kind === 'either') return normalizeSchema(target, options)
  const expected = kind === 'list' ? 'a list of schemas' : 'an object of schemas'
  const message = `${keyword} must be ${expected}, not ${kindOf(value)}.`
  options.context.report.add('structure', locationOf(target), message)
  return kind === 'list' ? [] : {}
}

function copyMember(target: Target, keyword: string, options: NormalizeOptions): unknown {
  if (keyword === 'dependencies' && Array.isArray(target.value)) return target.value
  return normalizeSchema(target, options)
}

/** A discriminator rejects nothing; its mapping is rewritten to the names in the bundle. */
function copyDiscriminator(target: Target, { registry, dialect }: NormalizeOptions): unknown {
  const { value } = target
  if (!isObject(value) || !isObject(value.mapping)) return value
  const mapping = { ...value.mapping }
  for (const [key, ref] of Object.entries(mapping)) {
    if (typeof ref !== 'string' || !/[#/.]/.test(ref)) continue
    registry.link('schemas', ref, {
      target,
      dialect,
      assign: (pointer) => {
        setMember(mapping, key, pointer)
      },
    })
  }
  return { ...value, mapping }
}

/** Reports rules beside a `$ref` in the dialects that ignore them, instead of losing them in silence. */
function checkRefSiblings(
  target: Target,
  source: JsonObject,
  { context, dialect }: { context: Context; dialect: Dialect },
): void {
  if (dialect === '2020-12') return
  const ignored = new Set(['$ref', '$schema', '$id', 'definitions', '$defs'])
  for (const keyword of Object.keys(source)) {
    if (ignored.has(keyword) || isAnnotation(keyword)) continue
    const message = `'${keyword}' is next to a $ref, where ${nameOf(dialect)} ignores it. Write allOf: [{ $ref }, { ${keyword} }] instead.`
    context.report.add('ref-siblings', locationOf(child(target, keyword)), message)
  }
}

function nameOf(dialect: Dialect): string {
  return dialect === 'openapi-3.0' ? 'OpenAPI 3.0' : 'JSON Schema draft-07'
}
