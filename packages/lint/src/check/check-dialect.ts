import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord, type Path } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { operatorDocument } from '../contract/references.ts'
import {
  isConditional,
  listSchemaRoots,
  listSchemas,
  type SchemaPlace,
  type SchemaRoot,
} from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { checkConditions, checkSchemaValues } from './check-schema-values.ts'
import { knownFormats, otherKeywords, sharedKeywords } from './dialect-keywords.ts'

/**
 * Schemas that are not written in what JSON Schema 2020-12 (OpenAPI 3.1) and draft-07 (AsyncAPI 3.0)
 * have in common, so that the two documents would read the same file differently.
 */
export const checkDialect = (specs: Specs): Problem[] => [
  ...listSchemaRoots(specs).flatMap((root) => (root.path.length === 0 ? checkFile(root) : [])),
  ...listSchemaRoots(specs).flatMap((root) => (root.path.length > 0 ? checkInline(root) : [])),
  ...listSchemas(specs).flatMap((place) => checks.flatMap((check) => [...check(place)])),
  ...listSchemaRoots(specs).flatMap(checkMetaSchema),
  ...checkConditions(specs),
  ...checkSchemaValues(specs),
]

function checkFile({ file, schema, source }: SchemaRoot): Problem[] {
  const name = file.replace(/^schemas\/|\.yaml$/g, '')
  const title = name.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  if (!isRecord(schema)) {
    const [rule, message] = ['dialect/wrong-value', 'A schema file holds an object.']
    return [source.problem([], { rule, message, fix: `Begin with title: ${title}.` })]
  }
  const problems = schema.description ? [] : [source.problem([], noDescription(title))]
  if (schema.title === title) return problems
  const message = `The title of ${file} is the name of its type, and is not ${title}.`
  const finding = { rule: 'dialect/title', message, fix: `Write title: ${title}.` }
  return [source.problem(['title'], finding), ...problems]
}

/**
 * Bodies and header values are nouns, each in a file; the headers of a message are a list of such. A schema of
 * the operator surface needs no file, but a name if it is a body.
 */
function checkInline({ file, path, schema, source }: SchemaRoot): Problem[] {
  const key = String(path.at(-1))
  const { $ref: reference, description } = isRecord(schema) ? schema : {}
  const rule = 'dialect/inline-schema'
  if (file === operatorDocument) {
    const isComponent = path[0] === 'components' && path[1] === 'schemas'
    if (isComponent) return description ? [] : [source.problem(path, noDescription(key), true)]
    if (!path.includes('content') || reference !== undefined) return []
    const message = 'The schema of this body is written here, and so its type has no name.'
    const fix =
      'Move it to components.schemas and write schema: { $ref: "#/components/schemas/<Name>" }.'
    return [source.problem(path, { rule, message, fix }, true)]
  }
  if (key === 'headers' || (typeof reference === 'string' && reference.startsWith('./schemas/')))
    return []
  const message =
    'This schema is written here, and not in a file that both documents could refer to.'
  const fix = `Move it to schemas/<name>.yaml and write ${key}: { $ref: ./schemas/<name>.yaml }.`
  return [source.problem(path, { rule, message, fix }, true)]
}

const noDescription = (name: string): Finding => ({
  rule: 'dialect/description',
  message: `${name} has no description.`,
  fix: 'Add description: with one sentence that says what it means.',
})

const typeOf = { properties: 'object', items: 'array' } as const
const knownTypes = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

const checks: ((place: SchemaPlace) => Iterable<Problem>)[] = [
  function* keywords({ schema, problem }) {
    for (const keyword of Object.keys(schema)) {
      const finding = checkKeyword(keyword)
      if (finding) yield problem([keyword], finding, true)
    }
  },

  function* references({ schema, problem }) {
    const siblings = Object.keys(schema).filter((key) => key !== '$ref')
    if (!('$ref' in schema) || siblings.length === 0) return
    yield problem(['$ref'], {
      rule: 'dialect/ref-siblings',
      message: `draft-07 reads over what stands beside $ref: ${siblings.join(', ')}.`,
      fix: `Write allOf: [{ $ref: ${String(schema.$ref)} }] beside it.`,
    })
  },

  function* types({ schema, problem }) {
    const { type } = schema
    for (const [keyword, wanted] of Object.entries(typeOf)) {
      if (!(keyword in schema) || type === wanted || !knownTypes.includes(String(type))) continue
      yield problem([keyword], {
        rule: 'dialect/other-type',
        message: `${keyword} is a keyword for type ${wanted}, but the type here is ${String(type)}.`,
        fix: `Write type: ${wanted}, or delete ${keyword}.`,
      })
    }
    if (!Array.isArray(type)) return
    yield problem(['type'], {
      rule: 'dialect/type-list',
      message: 'type is one word here, not a list.',
      fix: type.includes('null')
        ? 'Leave the field out instead of sending null: one type, and not in required.'
        : 'Write anyOf with one type in each branch.',
    })
  },

  function* formats({ schema: { format }, problem }) {
    if (typeof format !== 'string' || knownFormats.has(format)) return
    const near = nearestName(format, knownFormats)
    yield problem(['format'], {
      rule: 'dialect/unknown-format',
      message: `${format} is a format that nothing checks.`,
      fix: `${near ? `Write ${near}, or` : 'Write'} a pattern instead.`,
    })
  },

  function* patterns({ schema: { pattern }, problem }) {
    try {
      if (typeof pattern === 'string') new RegExp(pattern, 'u')
    } catch (error) {
      yield problem(['pattern'], {
        rule: 'dialect/pattern',
        message: `This pattern is no regular expression: ${(error as Error).message.replace(/^.*\/u?: /s, '')}.`,
        fix: 'Write it as JavaScript reads it with the flag u; a character class needs its ].',
      })
    }
  },

  function* descriptions({ schema, below, problem }) {
    if (below.at(-2) !== 'properties' || isConditional(below)) return
    // A mistyped keyword is reported by its own name.
    const isMistyped = Object.keys(schema).some((key) =>
      checkKeyword(key)?.fix.includes('description'),
    )
    if (schema.description || schema.$ref || isMistyped) return
    yield problem([], noDescription(String(below.at(-1))), true)
  },
]

function checkKeyword(keyword: string): Finding | undefined {
  if (sharedKeywords.has(keyword) || keyword.startsWith('x-')) return undefined
  const instead = Object.hasOwn(otherKeywords, keyword) ? otherKeywords[keyword] : undefined
  if (instead !== undefined) {
    const message = `${keyword} is not a keyword that OpenAPI 3.1 and AsyncAPI 3.0 read alike.`
    return { rule: 'dialect/not-shared', message, fix: instead }
  }
  const names = [...sharedKeywords, ...Object.keys(otherKeywords)]
  return {
    rule: 'dialect/unknown-keyword',
    message: `${keyword} is no keyword of JSON Schema, so nothing would check it.`,
    fix: didYouMean(keyword, names, 'Delete it, or name an extension x-….'),
  }
}

const draft07 = new Ajv({ strict: false, allErrors: true, logger: false })
const draft2020 = new Ajv2020({ strict: false, allErrors: true, logger: false })

/** Where a schema breaks the meta-schema of either draft, each place once. */
function checkMetaSchema({ schema, path, source }: SchemaRoot): Problem[] {
  if (typeof schema !== 'object' || schema === null) return []
  const messages = new Map<string, string>()
  for (const ajv of [draft2020, draft07]) {
    if (ajv.validateSchema(schema) === true) continue
    for (const { instancePath, message, keyword } of ajv.errors ?? []) {
      if (keyword === 'anyOf' || messages.has(instancePath)) continue
      messages.set(instancePath, message ?? keyword)
    }
  }
  return [...messages].map(([pointer, message]) => {
    const at: Path = [...path, ...fromPointer(pointer)]
    return source.problem(at, {
      rule: 'dialect/wrong-value',
      message: `This value is wrong for its keyword: it ${message}.`,
      fix: 'See the keyword in JSON Schema 2020-12, and give it a value of that kind.',
    })
  })
}
