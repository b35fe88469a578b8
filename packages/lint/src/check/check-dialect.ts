import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import { operatorDocument } from '../contract/references.ts'
import {
  isConditional,
  listSchemaRoots,
  listSchemas,
  type SchemaPlace,
  type SchemaRoot,
} from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { checkCondition, checkShownValues } from './check-schema-values.ts'

/**
 * Schemas that are not written in what JSON Schema 2020-12 (OpenAPI 3.1) and draft-07 (AsyncAPI 3.0)
 * have in common, so that the two documents would read the same file differently.
 */
export function* checkDialect(specs: Specs): Iterable<Found> {
  const roots = listSchemaRoots(specs)
  for (const root of roots) if (root.path.length === 0) yield* checkFile(root)
  for (const root of roots) if (root.path.length > 0) yield* checkInline(root)
  for (const place of listSchemas(specs)) for (const check of checks) yield* check(place)
  for (const root of roots) yield* checkMetaSchema(root)
  for (const place of listSchemas(specs)) yield* checkCondition(specs, place)
  for (const place of listSchemas(specs)) yield* checkShownValues(specs, place)
}

function* checkFile({ file, schema }: SchemaRoot): Iterable<Found> {
  const name = file.replace(/^schemas\/|\.yaml$/g, '')
  const title = name.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  const fix = `Write title: ${title}.`
  if (!isRecord(schema)) {
    const [rule, message] = ['dialect/wrong-value', 'A schema file must hold an object.']
    yield { file, path: [], rule, message, fix: `Begin with title: ${title}.` }
    return
  }
  if (schema.title !== title) {
    const message = `The title of ${file} must be the name of its type, ${title}.`
    yield { file, path: ['title'], rule: 'dialect/title', message, fix }
  }
  if (!schema.description) yield { file, path: [], ...noDescription(title) }
}

/**
 * The schema of a body or header value has a file in `schemas/`; the headers of a message are a list of such
 * schemas. On the operator surface, the schema of a body needs a name only.
 */
function* checkInline({ file, path, schema }: SchemaRoot): Iterable<Found> {
  const key = String(path.at(-1))
  const { $ref: reference, description } = isRecord(schema) ? schema : {}
  const at = { file, path, onKey: true, rule: 'dialect/inline-schema' }
  if (file === operatorDocument) {
    const isComponent = path[0] === 'components' && path[1] === 'schemas'
    if (isComponent && !description) yield { ...at, ...noDescription(key) }
    if (isComponent || !path.includes('content') || reference !== undefined) return
    const message = 'The schema of this body is inline, so its type has no name.'
    const fix =
      'Move it to components.schemas and write schema: { $ref: "#/components/schemas/<Name>" }.'
    yield { ...at, message, fix }
    return
  }
  if (key === 'headers' || (typeof reference === 'string' && reference.startsWith('./schemas/')))
    return
  const message = 'This schema is inline, so the other document cannot refer to it.'
  const fix = `Move it to schemas/<name>.yaml and write ${key}: { $ref: ./schemas/<name>.yaml }.`
  yield { ...at, message, fix }
}

const noDescription = (name: string): Finding => ({
  rule: 'dialect/description',
  message: `${name} has no description.`,
  fix: 'Add description: with one sentence that says what it means.',
})

const typeOf = { properties: 'object', items: 'array' } as const
const knownTypes = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

const checks: ((place: SchemaPlace) => Iterable<Found>)[] = [
  function* keywords({ file, path, schema }) {
    for (const keyword of Object.keys(schema)) {
      const finding = checkKeyword(keyword)
      if (finding) yield { file, path: [...path, keyword], onKey: true, ...finding }
    }
  },

  function* references({ file, path, schema }) {
    const siblings = Object.keys(schema).filter((key) => key !== '$ref')
    if (!('$ref' in schema) || siblings.length === 0) return
    const message = `draft-07 ignores the keywords beside $ref: ${siblings.join(', ')}.`
    const fix = `Write allOf: [{ $ref: ${String(schema.$ref)} }] instead of $ref, beside the other keywords.`
    yield { file, path: [...path, '$ref'], rule: 'dialect/ref-siblings', message, fix }
  },

  function* types({ file, path, schema }) {
    const { type } = schema
    for (const [keyword, wanted] of Object.entries(typeOf)) {
      if (!(keyword in schema) || type === wanted || !knownTypes.includes(String(type))) continue
      const message = `${keyword} is a keyword for type ${wanted}, but the type here is ${String(type)}.`
      const fix = `Write type: ${wanted}, or delete ${keyword}.`
      yield { file, path: [...path, keyword], rule: 'dialect/other-type', message, fix }
    }
    if (!Array.isArray(type)) return
    const message = 'type must be one word here, not a list.'
    const fix = type.includes('null')
      ? 'Leave the field out instead of sending null: one type, and not in required.'
      : 'Write anyOf with one type in each branch.'
    yield { file, path: [...path, 'type'], rule: 'dialect/type-list', message, fix }
  },

  function* formats({ file, path, schema: { format } }) {
    if (typeof format !== 'string' || knownFormats.has(format)) return
    const near = nearestName(format, knownFormats)
    const message = `${format} is a format that nothing checks.`
    const fix = `${near ? `Write ${near}, or` : 'Write'} a pattern instead.`
    yield { file, path: [...path, 'format'], rule: 'dialect/unknown-format', message, fix }
  },

  function* patterns({ file, path, schema: { pattern } }) {
    try {
      if (typeof pattern === 'string') new RegExp(pattern, 'u')
    } catch (error) {
      const message = `This pattern is not a valid regular expression: ${(error as Error).message.replace(/^.*\/u?: /s, '')}.`
      const fix =
        'Write a JavaScript regular expression that is valid with the u flag, and close each character class with ].'
      yield { file, path: [...path, 'pattern'], rule: 'dialect/pattern', message, fix }
    }
  },

  function* descriptions({ file, path, schema, below }) {
    if (below.at(-2) !== 'properties' || isConditional(below)) return
    // A mistyped keyword is reported by its own name.
    const isMistyped = Object.keys(schema).some((key) =>
      checkKeyword(key)?.fix.includes('description'),
    )
    if (schema.description || schema.$ref || isMistyped) return
    yield { file, path, onKey: true, ...noDescription(String(below.at(-1))) }
  },
]

function checkKeyword(keyword: string): Finding | undefined {
  if (sharedKeywords.has(keyword) || keyword.startsWith('x-')) return undefined
  const instead = Object.hasOwn(otherKeywords, keyword) ? otherKeywords[keyword] : undefined
  if (instead !== undefined) {
    const message = `OpenAPI 3.1 and AsyncAPI 3.0 do not read ${keyword} in the same way.`
    return { rule: 'dialect/not-shared', message, fix: instead }
  }
  const names = [...sharedKeywords, ...Object.keys(otherKeywords)]
  const message = `${keyword} is not a keyword of JSON Schema, so nothing would check it.`
  const otherwise = 'Delete it, or make it an extension whose name begins with x-.'
  const fix = didYouMean(keyword, names, otherwise)
  return { rule: 'dialect/unknown-keyword', message, fix }
}

const draft07 = new Ajv({ strict: false, allErrors: true, logger: false })
const draft2020 = new Ajv2020({ strict: false, allErrors: true, logger: false })

/** Where a schema breaks the meta-schema of either draft, each place once. */
function* checkMetaSchema({ file, path, schema }: SchemaRoot): Iterable<Found> {
  if (typeof schema !== 'object' || schema === null) return
  const told = new Set<string>()
  for (const ajv of [draft2020, draft07]) {
    if (ajv.validateSchema(schema) === true) continue
    for (const { instancePath, message, keyword } of ajv.errors ?? []) {
      if (keyword === 'anyOf' || told.has(instancePath)) continue
      told.add(instancePath)
      const at = { file, path: [...path, ...fromPointer(instancePath)] }
      const says = `This value is wrong for its keyword: it ${message ?? keyword}.`
      const fix = 'Look the keyword up in JSON Schema 2020-12, and give it a value that it allows.'
      yield { ...at, rule: 'dialect/wrong-value', message: says, fix }
    }
  }
}

/**
 * The keywords that JSON Schema 2020-12 and draft-07 share, and read alike; and `deprecated`, which AsyncAPI 3.0
 * defines itself and draft-07 ignores.
 */
const sharedKeywords: ReadonlySet<string> = new Set([
  ...['$ref', '$comment', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
  ...['type', 'enum', 'const', 'format', 'contentEncoding', 'contentMediaType'],
  ...['pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['required', 'minProperties', 'maxProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
])

const ownFile = 'Move it to a file of its own in schemas/ and refer to it with $ref.'
const noIdentity = 'Leave it out: the path of the file is the identity of the schema.'
const conditions = 'Use if, then and else with required.'

/** Keywords of one draft, of OpenAPI or of AsyncAPI, each with what to write instead. */
const otherKeywords: Readonly<Record<string, string>> = {
  $id: noIdentity,
  $schema: noIdentity,
  $anchor: noIdentity,
  $dynamicAnchor: noIdentity,
  $dynamicRef: 'Use $ref.',
  $recursiveRef: 'Use $ref.',
  $vocabulary: 'Leave it out.',
  $defs: ownFile,
  definitions: ownFile,
  prefixItems: 'Use an object with named properties, or items with one schema for all.',
  additionalItems: 'Use items with one schema for all.',
  unevaluatedItems: 'Use items with one schema for all.',
  unevaluatedProperties: 'Use additionalProperties: false and list all properties in one place.',
  minContains: 'Use contains alone, which asks for at least one.',
  maxContains: 'Use contains alone, which asks for at least one.',
  dependentRequired: conditions,
  dependentSchemas: conditions,
  dependencies: conditions,
  contentSchema: 'Say it in description.',
  nullable: 'Leave the field out instead of sending null: remove it from required.',
  discriminator: 'Use if, then and else, or anyOf with a const in each branch.',
  xml: 'Leave it out: bodies are JSON.',
  example: 'Add a file in examples/<schema>/valid/, or use examples with a list.',
  externalDocs: 'Put the link into description.',
}

/** The formats that the checks know; no other format would be checked. */
const knownFormats: ReadonlySet<string> = new Set([
  ...['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['uri', 'uri-reference', 'uri-template', 'uuid', 'json-pointer', 'regex'],
])
