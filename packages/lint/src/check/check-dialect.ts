import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord, type Path } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { operatorDocument } from '../contract/references.ts'
import { listSchemaRoots, type SchemaRoot, visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { checkConditions } from './check-conditions.ts'
import { checkSchemaValues } from './check-schema-values.ts'
import { knownFormats, otherKeywords, sharedKeywords } from './dialect-keywords.ts'

type Report = (path: Path, finding: Finding, onKey?: boolean) => void

/**
 * Schemas that are not written in what JSON Schema 2020-12 (OpenAPI 3.1) and draft-07 (AsyncAPI 3.0)
 * have in common, so that the two documents would read the same file differently.
 */
export function checkDialect(specs: Specs): Problem[] {
  return [...checkSchemas(specs), ...checkConditions(specs), ...checkSchemaValues(specs)]
}

function checkSchemas(specs: Specs): Problem[] {
  return listSchemaRoots(specs).flatMap((root) => {
    const source = specs.files.get(root.file)
    const problems: Problem[] = []
    const report: Report = (path, finding, onKey = false) => {
      if (source) problems.push(source.problem([...root.path, ...path], finding, onKey))
    }
    if (root.path.length === 0) checkFile(root, report)
    else checkInline(root, report)
    visitSchemas(root.schema, (schema, path) => checkSchema(schema, path, report))
    for (const { path, message } of metaSchemaErrors(root.schema)) {
      report(path, {
        rule: 'dialect/wrong-value',
        message: `This value is wrong for its keyword: it ${message}.`,
        fix: 'See the keyword in JSON Schema 2020-12, and give it a value of that kind.',
      })
    }
    return problems
  })
}

function checkFile({ file, schema }: SchemaRoot, report: Report) {
  const name = file.replace(/^schemas\/|\.yaml$/g, '')
  const title = name.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  if (!isRecord(schema)) {
    return report([], {
      rule: 'dialect/wrong-value',
      message: 'A schema file holds an object.',
      fix: `Begin with title: ${title}.`,
    })
  }
  if (schema.title !== title) {
    report(['title'], {
      rule: 'dialect/title',
      message: `The title of ${file} is the name of its type, and is not ${title}.`,
      fix: `Write title: ${title}.`,
    })
  }
  if (!schema.description) report([], noDescription(title))
}

/** Bodies and header values are nouns, each in a file; the headers of a message are a list of such. */
function checkInline({ file, path, schema }: SchemaRoot, report: Report) {
  const key = String(path.at(-1))
  const reference = isRecord(schema) ? schema.$ref : undefined
  if (file === operatorDocument) return checkOperatorSchema({ file, path, schema }, report)
  if (key === 'headers' || (typeof reference === 'string' && /^\.\/schemas\//.test(reference)))
    return
  report(
    [],
    {
      rule: 'dialect/inline-schema',
      message: 'This schema is written here, and not in a file that both documents could refer to.',
      fix: `Move it to schemas/<name>.yaml and write ${key}: { $ref: ./schemas/<name>.yaml }.`,
    },
    true,
  )
}

/** What nobody else refers to needs no file; bodies still have a name, which is that of their type. */
function checkOperatorSchema({ path, schema }: SchemaRoot, report: Report) {
  const { $ref: reference, description } = isRecord(schema) ? schema : {}
  const isComponent = path[0] === 'components' && path[1] === 'schemas'
  if (isComponent && !description) report([], noDescription(String(path.at(-1))), true)
  if (isComponent || !path.includes('content') || reference !== undefined) return
  report(
    [],
    {
      rule: 'dialect/inline-schema',
      message: 'The schema of this body is written here, and so its type has no name.',
      fix: 'Move it to components.schemas and write schema: { $ref: "#/components/schemas/<Name>" }.',
    },
    true,
  )
}

const noDescription = (name: string): Finding => ({
  rule: 'dialect/description',
  message: `${name} has no description.`,
  fix: 'Add description: with one sentence that says what it means.',
})

function checkSchema(schema: Record<string, unknown>, path: Path, report: Report) {
  for (const keyword of Object.keys(schema)) {
    const finding = checkKeyword(keyword)
    if (finding) report([...path, keyword], finding, true)
  }
  checkReference(schema, path, report)
  checkType(schema, path, report)
  checkText(schema, path, report)
  const isProperty = path.at(-2) === 'properties'
  const isCondition = path.some((key) => ['if', 'then', 'else', 'not'].includes(String(key)))
  // A mistyped keyword is told by its own name.
  const isMistyped = Object.keys(schema).some((key) =>
    checkKeyword(key)?.fix.includes('description'),
  )
  if (isProperty && !isCondition && !schema.description && !schema.$ref && !isMistyped) {
    report(path, noDescription(String(path.at(-1))), true)
  }
}

function checkKeyword(keyword: string): Finding | undefined {
  if (sharedKeywords.has(keyword) || keyword.startsWith('x-')) return undefined
  const instead = Object.hasOwn(otherKeywords, keyword) ? otherKeywords[keyword] : undefined
  if (instead !== undefined) {
    return {
      rule: 'dialect/not-shared',
      message: `${keyword} is not a keyword that OpenAPI 3.1 and AsyncAPI 3.0 read alike.`,
      fix: instead,
    }
  }
  const near = nearestName(keyword, [...sharedKeywords, ...Object.keys(otherKeywords)])
  return {
    rule: 'dialect/unknown-keyword',
    message: `${keyword} is no keyword of JSON Schema, so nothing would check it.`,
    fix: near ? `Did you mean ${near}?` : 'Delete it, or name an extension x-….',
  }
}

function checkReference(schema: Record<string, unknown>, path: Path, report: Report) {
  const siblings = Object.keys(schema).filter((key) => key !== '$ref')
  if (!('$ref' in schema) || siblings.length === 0) return
  report([...path, '$ref'], {
    rule: 'dialect/ref-siblings',
    message: `draft-07 reads over what stands beside $ref: ${siblings.join(', ')}.`,
    fix: `Write allOf: [{ $ref: ${String(schema.$ref)} }] beside it.`,
  })
}

const typeOf = { properties: 'object', items: 'array' } as const
const knownTypes = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

function checkType(schema: Record<string, unknown>, path: Path, report: Report) {
  const { type } = schema
  for (const [keyword, wanted] of Object.entries(typeOf)) {
    if (!(keyword in schema) || type === wanted || !knownTypes.includes(String(type))) continue
    report([...path, keyword], {
      rule: 'dialect/other-type',
      message: `${keyword} is a keyword for type ${wanted}, but the type here is ${String(type)}.`,
      fix: `Write type: ${wanted}, or delete ${keyword}.`,
    })
  }
  if (!Array.isArray(type)) return
  report([...path, 'type'], {
    rule: 'dialect/type-list',
    message: 'type is one word here, not a list.',
    fix: type.includes('null')
      ? 'Leave the field out instead of sending null: one type, and not in required.'
      : 'Write anyOf with one type in each branch.',
  })
}

function checkText({ format, pattern }: Record<string, unknown>, path: Path, report: Report) {
  if (typeof format === 'string' && !knownFormats.has(format)) {
    const near = nearestName(format, knownFormats)
    report([...path, 'format'], {
      rule: 'dialect/unknown-format',
      message: `${format} is a format that nothing checks.`,
      fix: `${near ? `Write ${near}, or` : 'Write'} a pattern instead.`,
    })
  }
  if (typeof pattern !== 'string') return
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    report([...path, 'pattern'], {
      rule: 'dialect/pattern',
      message: `This pattern is no regular expression: ${(error as Error).message.replace(/^.*\/u?: /s, '')}.`,
      fix: 'Write it as JavaScript reads it with the flag u; a character class needs its ].',
    })
  }
}

const draft07 = new Ajv({ strict: false, allErrors: true, logger: false })
const draft2020 = new Ajv2020({ strict: false, allErrors: true, logger: false })

/** Where a schema breaks the meta-schema of either draft, each place once. */
function metaSchemaErrors(schema: unknown): { path: Path; message: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const messages = new Map<string, string>()
  for (const ajv of [draft2020, draft07]) {
    if (ajv.validateSchema(schema) === true) continue
    for (const { instancePath, message, keyword } of ajv.errors ?? []) {
      if (keyword === 'anyOf' || messages.has(instancePath)) continue
      messages.set(instancePath, message ?? keyword)
    }
  }
  return [...messages].map(([pointer, message]) => ({ path: fromPointer(pointer), message }))
}
