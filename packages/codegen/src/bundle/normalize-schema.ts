import { isObject, type JsonObject, kindOf, setMember } from '../json.ts'
import { dialectOfFormat, dialectOfUri, fromDraft07, fromOpenApi30 } from '../load/dialects.ts'
import type { Dialect, Node } from '../load/node.ts'
import type { JsonSchema } from '../model.ts'
import { isAnnotation, kindOfValue } from '../schema/keyword-table.ts'
import type { Registry } from './registry.ts'

/** Keywords that only identify schemas: what `$ref`s reach through them is now a named schema. */
const dropped = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions'])

/** The schema in 2020-12, whatever dialect it is written in; its `$ref`s point to named schemas. */
export function normalizeSchema(node: Node, registry: Registry): JsonSchema {
  const { value } = node
  if (typeof value === 'boolean') return value
  if (!isObject(value)) {
    const message = `must be a schema (an object, true or false), not ${kindOf(value)}.`
    node.problem('structure', message)
    return true
  }
  const { schemaFormat } = value
  if (node.dialect === 'draft-07' && typeof schemaFormat === 'string' && 'schema' in value) {
    // A Multi Format Schema Object, which may wrap any schema in AsyncAPI 3.
    const schema = node.child('schema')
    const dialect = dialectOfFormat(schemaFormat, schema)
    return dialect === undefined ? true : normalizeSchema(schema.with({ dialect }), registry)
  }
  node.checkRef()
  const own = node.with({ dialect: ownDialect(node, value) })
  const schema = copy(own, value, registry)
  if (own.dialect === 'openapi-3.0') return '$ref' in schema ? schema : fromOpenApi30(schema)
  const converted = fromDraft07(schema, own)
  return node.isLenient ? fromStrayOpenApi30(converted, own) : converted
}

/** A lenient run takes the keywords of OpenAPI 3.0 at their word, wherever they stand. */
function fromStrayOpenApi30(schema: JsonObject, node: Node): JsonObject {
  const stray = Object.entries(schema).filter(
    ([keyword, value]) => typeof value === 'boolean' && openApi30Flags.includes(keyword),
  )
  for (const [keyword] of stray) {
    const message = `${keyword} is written as in OpenAPI 3.0, and is read that way. Write ${newForms[keyword]}.`
    node.child(keyword).problem('dialect', message)
  }
  return stray.length === 0 ? schema : fromOpenApi30(schema)
}

const newForms: Readonly<Record<string, string>> = {
  nullable: "type: [<type>, 'null']",
  exclusiveMinimum: 'exclusiveMinimum: <number> without minimum',
  exclusiveMaximum: 'exclusiveMaximum: <number> without maximum',
}
const openApi30Flags = Object.keys(newForms)

function ownDialect(node: Node, { $schema }: JsonObject): Dialect {
  if ($schema === undefined) return node.dialect
  const message = `this $schema is not supported. Write 'https://json-schema.org/draft/2020-12/schema' or 'http://json-schema.org/draft-07/schema#'.`
  return dialectOfUri($schema) ?? node.child('$schema').problem('dialect', message) ?? node.dialect
}

function copy(node: Node, source: JsonObject, registry: Registry): JsonObject {
  const isRef = node.ref !== undefined
  if (isRef) checkRefSiblings(node, source)
  const schema: JsonObject = isRef ? registry.reference('schemas', node) : {}
  for (const keyword of Object.keys(source)) {
    if (dropped.has(keyword) || (isRef && (keyword === '$ref' || isIgnored(node, keyword))))
      continue
    setMember(schema, keyword, copyKeyword(node.child(keyword), keyword, registry))
  }
  return schema
}

function copyKeyword(node: Node, keyword: string, registry: Registry): unknown {
  const { value } = node
  if (keyword === 'discriminator') return copyDiscriminator(node, registry)
  const one = (inner: Node) => normalizeSchema(inner, registry)
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
      return Object.fromEntries(
        node.members().map(([key, inner]) => {
          const isList = keyword === 'dependencies' && Array.isArray(inner.value)
          return [key, isList ? inner.value : one(inner)]
        }),
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
function copyDiscriminator(node: Node, registry: Registry): unknown {
  const { value } = node
  if (!isObject(value)) return value
  const copied: JsonObject = { ...value }
  if (isObject(value.mapping)) copied.mapping = { ...value.mapping }
  for (const owner of [copied, copied.mapping].filter(isObject))
    for (const [key, ref] of Object.entries(owner))
      if (
        (owner !== copied || key === 'defaultMapping') &&
        typeof ref === 'string' &&
        /[#/.]/.test(ref)
      )
        registry.link('schemas', node, { owner, key })
  return copied
}

const dialectNames = { 'openapi-3.0': 'OpenAPI 3.0', 'draft-07': 'JSON Schema draft-07' }

/** Reports rules beside a `$ref` in the dialects that ignore them, instead of losing them in silence. */
function checkRefSiblings(node: Node, source: JsonObject): void {
  for (const keyword of Object.keys(source)) {
    if (keyword === '$ref' || keyword === '$id' || !isIgnored(node, keyword)) continue
    const dialect = dialectNames[node.dialect as keyof typeof dialectNames]
    const message = `'${keyword}' is next to a $ref, where ${dialect} ignores it. Write allOf: [{ $ref }, { ${keyword} }] instead.`
    node.child(keyword).problem('ref-siblings', message)
  }
}

/** True for a rule that the dialect ignores beside a `$ref`. */
function isIgnored({ dialect }: Node, keyword: string): boolean {
  return dialect !== '2020-12' && !isAnnotation(keyword)
}
