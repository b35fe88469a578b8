import type { Notice, Problem } from '../errors.ts'
import { escapeSegment, isObject, loopsIn, objectOf, parsePointer, refOf } from '../json.ts'
import type { Contract, JsonSchema, Location, NamedSchema } from '../model.ts'
import { isUncheckedFormat } from './formats.ts'
import { keywordRow, keywordTable, valueKinds } from './keyword-table.ts'
import { nearestName } from './nearest-name.ts'
import { inPlaceOf, subschemasOf } from './subschemas.ts'
import { toRegExp } from './to-reg-exp.ts'
import { idleKeywords, typedKeywords } from './to-sent.ts'

type PlacedSchema = Pick<NamedSchema, 'schema' | 'location'>

interface CheckOptions {
  /** Schemas that have no name, such as those of parameters. No validator is emitted for them. */
  unnamed?: readonly PlacedSchema[]
  /** False if no validators are emitted: what only they cannot carry is not reported. @default true */
  hasValidators?: boolean
  /** True to remove each rule that has a problem from the schemas. @default false */
  isLenient?: boolean
}

/**
 * What is wrong with the schemas of a contract: problems for what validators cannot carry, notices for
 * what they carry in part. Each names the file, the pointer and what to write instead.
 */
export function checkSchemas(
  { schemas }: Pick<Contract, 'schemas'>,
  { unnamed = [], hasValidators = true, isLenient = false }: CheckOptions = {},
): { problems: Problem[]; notices: Notice[] } {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const drops: (() => void)[] = []
  const names = new Set(schemas.map(({ name }) => name))
  const check = ({ schema, location }: PlacedSchema, isEmitted: boolean) =>
    walk(schema, { path: [], pointer: '', isEmitted }, (place) => {
      const at = (pointer: string) => inside(location, place.pointer + pointer)
      const visit: Visit = {
        ...place,
        names,
        problem: (pointer, message) => {
          problems.push({ code: 'keyword', location: at(pointer), message })
          drops.push(() => dropMember(place.schema, pointer))
        },
        notice: (pointer, message) => notices.push({ location: at(pointer), message }),
      }
      checkKeywords(visit)
      if (!visit.isEmitted) return
      checkSenderOnly(visit)
    })
  for (const named of schemas) check(named, hasValidators)
  for (const placed of unnamed) check(placed, false)
  for (const named of hasValidators ? findLoops(schemas) : []) {
    const message = `the schema ${named.name} refers to itself without a step into a property or an item. Put the $ref under properties or items, or leave it out.`
    problems.push({ code: 'keyword', location: named.location, message })
    drops.push(() => {
      named.schema = true
    })
  }
  if (isLenient) for (const drop of drops) drop()
  return { problems, notices }
}

function dropMember(schema: Record<string, unknown>, pointer: string): void {
  const segments = parsePointer(pointer)
  const name = segments.pop() ?? ''
  let owner: unknown = schema
  for (const segment of segments) owner = isObject(owner) ? owner[segment] : undefined
  if (isObject(owner)) delete owner[name]
}

type Place = Pick<Visit, 'path' | 'isEmitted'> & { pointer: string }

function walk(
  schema: JsonSchema,
  place: Place,
  visit: (at: Place & { schema: Record<string, unknown> }) => void,
): void {
  if (!isObject(schema)) return
  visit({ ...place, schema })
  const step = (inner: JsonSchema, keyword: string, pointer: string, isEmitted: boolean) => {
    const path = [...place.path, keyword]
    walk(inner, { path, pointer: place.pointer + pointer, isEmitted }, visit)
  }
  for (const { keyword, schema: inner, pointer } of subschemasOf(schema))
    step(inner, keyword, pointer, place.isEmitted)
  // An annotation, so no validator looks into it, but its keywords are still checked.
  if (isObject(schema.contentSchema))
    step(schema.contentSchema, 'contentSchema', '/contentSchema', false)
}

const typeRules = ['$ref', 'type', 'enum', 'const', 'required', ...typedKeywords]

/** Reports an `x-sender-only` that has no meaning, or that would make the reader's types wrong. */
function checkSenderOnly({ schema, path, problem, notice }: Visit): void {
  const { properties, required = [] } = schema
  for (const [name, one] of Object.entries(objectOf(properties)))
    if (isObject(one) && one['x-sender-only'] === true && !(required as unknown[]).includes(name))
      notice(
        `/properties/${escapeSegment(name)}/x-sender-only`,
        'x-sender-only has no effect: the same schema does not require this property. Add it to required here, or remove the mark.',
      )
  const mark = schema['x-sender-only']
  if (mark === undefined) return
  if (typeof mark !== 'boolean') problem('/x-sender-only', 'x-sender-only must be true or false.')
  if (mark !== true || path.at(-1) === 'properties') return
  const isTyped = path.every((keyword) => typedKeywords.has(keyword))
  if (isTyped && typeRules.some((keyword) => keyword in schema))
    problem(
      '/x-sender-only',
      'x-sender-only is on rules that the TypeScript type comes from, so the type would be wrong for readers. Mark a property, or move the rules under then or else.',
    )
}

/** The schemas that refer to themselves on the same value: their validators would never end. */
export function findLoops(schemas: readonly NamedSchema[]): NamedSchema[] {
  const loops = loopsIn(new Map(schemas.map(({ name, schema }) => [name, refsInPlace(schema)])))
  return schemas.filter(({ name }) => loops.includes(name))
}

function refsInPlace(schema: JsonSchema): string[] {
  return [refOf(schema) ?? [], ...inPlaceOf(schema).map(refsInPlace)].flat()
}

/** The line is that of the named schema, so it is dropped if the pointer leads into it. */
function inside(location: Location, pointer: string): Location {
  return pointer === '' ? location : { file: location.file, pointer: location.pointer + pointer }
}

/** One schema object with what the checks of it need to know. */
interface Visit {
  schema: Record<string, unknown>
  /** The keywords on the way from the named schema to this one. */
  path: readonly string[]
  names: ReadonlySet<string>
  /** True where a validator is emitted for it. */
  isEmitted: boolean
  problem: (pointer: string, message: string) => void
  notice: (pointer: string, message: string) => void
}

/**
 * Reports each keyword of one schema object that is unknown or has a value of the wrong kind. If a
 * validator is emitted, also reports each keyword that it cannot carry, or carries in part.
 */
function checkKeywords(visit: Visit): void {
  const { schema, isEmitted, notice } = visit
  for (const [keyword, value] of Object.entries(schema)) checkKeyword(keyword, value, visit)
  // In OpenAPI it may also mean inheritance: the schemas that name this one in their allOf.
  if ('discriminator' in schema && !('oneOf' in schema || 'anyOf' in schema))
    notice(
      '/discriminator',
      'discriminator without oneOf or anyOf has no effect: values are not checked against the schemas that inherit from this one. List them in a oneOf.',
    )
  for (const keyword of isEmitted ? idleKeywords(schema) : [])
    notice(`/${keyword}`, `${keyword} has no effect here. Add ${partners[keyword]}, or remove it.`)
}

const partners: Record<string, string> = {
  then: 'if',
  else: 'if',
  minContains: 'contains',
  maxContains: 'contains',
}

function checkKeyword(keyword: string, value: unknown, visit: Visit): void {
  const pointer = `/${escapeSegment(keyword)}`
  const row = keywordRow(keyword)
  if (row === undefined) visit.problem(pointer, describeUnknown(keyword))
  if (row?.fate === 'error' && visit.isEmitted) {
    const message = `Validators cannot check ${keyword}. ${row.how} ${row.instead}`
    visit.problem(pointer, message)
  }
  if (row?.fate !== 'carried') return
  const { expected, holds } = valueKinds[row.value]
  if (!holds(value)) visit.problem(pointer, `${keyword} must be ${expected}.`)
  else if (visit.isEmitted) checkValue(keyword, value, visit)
}

function describeUnknown(keyword: string): string {
  const nearest = nearestName(keyword, [...keywordTable.keys()])
  const instead =
    nearest === undefined
      ? `Write x-${keyword} to keep it as an extension, or leave it out.`
      : `Did you mean ${nearest}?`
  return `${keyword} is not a keyword of JSON Schema 2020-12 or OpenAPI 3.1 and would be dropped. ${instead}`
}

function checkValue(keyword: string, value: unknown, visit: Visit): void {
  const { names, problem, notice } = visit
  const pointer = `/${escapeSegment(keyword)}`
  const text = typeof value === 'string' ? value : ''
  const prefix = '#/components/schemas/'
  if (keyword === '$ref' && !(text.startsWith(prefix) && names.has(text.slice(prefix.length))))
    problem(
      pointer,
      `the $ref '${text}' does not name a schema of the contract. Write '${prefix}' and a name.`,
    )
  if (keyword === 'pattern') checkPattern(text, pointer, visit)
  if (keyword === 'format' && isUncheckedFormat(text))
    notice(
      pointer,
      `format ${text} is not checked: no check for it is known. Add a pattern, or treat it as a hint.`,
    )
  if (!isObject(value) || keyword === 'const') return
  for (const key of Object.keys(value)) {
    const inner = `${pointer}/${escapeSegment(key)}`
    if (keyword === 'patternProperties') checkPattern(key, inner, visit)
    if (key === '__proto__' && keyword !== 'properties')
      problem(
        inner,
        '__proto__ cannot be checked here: Ajv skips it. Describe it under properties only.',
      )
  }
}

function checkPattern(pattern: string, pointer: string, { problem, notice }: Visit): void {
  const expression = toRegExp(pattern)
  if (expression === undefined)
    problem(
      pointer,
      'the pattern is not an ECMAScript regular expression. Remove what only other regex dialects allow.',
    )
  else if (!expression.unicode)
    notice(
      pointer,
      'the pattern is valid only without the u flag, and is checked without it. Escape only what needs escaping.',
    )
}
