import { isObject, type JsonObject } from '../bundle/node.ts'
import type { Notice, Problem } from '../errors.ts'
import type { Contract, JsonSchema, Location, NamedSchema } from '../model.ts'
import { checkKeywords, type Visit } from './check-keywords.ts'
import { keywordRow } from './keyword-table.ts'
import { typedKeywords } from './opens-values.ts'
import { inPlaceKeywords, schemaNameOf, subschemasOf } from './subschemas.ts'

/** A schema and its place. */
type PlacedSchema = Pick<NamedSchema, 'schema' | 'location'>

/** What the author of the schemas should know. */
interface Findings {
  problems: Problem[]
  notices: Notice[]
}

/** What to check, and how far. */
interface CheckOptions {
  /** Schemas that have no name, such as those of parameters. No validator is emitted for them. */
  unnamed?: readonly PlacedSchema[]
  /** False if no validators are emitted: what only they cannot carry is not reported. @default true */
  hasValidators?: boolean
}

/**
 * What is wrong with the schemas of a contract: problems for what validators cannot carry, notices for
 * what they carry in part. Each names the file, the pointer and what to write instead.
 */
export function checkSchemas(
  { schemas }: Pick<Contract, 'schemas'>,
  { unnamed = [], hasValidators = true }: CheckOptions = {},
): Findings {
  const findings: Findings = { problems: [], notices: [] }
  const names = new Set(schemas.map(({ name }) => name))
  const check = ({ schema, location }: PlacedSchema, isEmitted: boolean) => {
    walk(schema, { path: [], pointer: '', isEmitted }, (visit) => {
      const at = (pointer: string) => inside(location, visit.pointer + pointer)
      const problem = (pointer: string, message: string) =>
        findings.problems.push({ code: 'keyword', location: at(pointer), message })
      const notice = (pointer: string, message: string) =>
        findings.notices.push({ location: at(pointer), message })
      const full: Visit = { ...visit, names, problem, notice }
      checkKeywords(full)
      if (visit.isEmitted) checkSenderOnly(full)
    })
  }
  for (const named of schemas) check(named, hasValidators)
  for (const placed of unnamed) check(placed, false)
  if (hasValidators)
    findings.problems.push(...checkLoops(schemas), ...checkUnevaluatedItems(schemas))
  return findings
}

type Place = Pick<Visit, 'path' | 'isEmitted'> & { pointer: string }

function walk(
  schema: JsonSchema,
  place: Place,
  visit: (at: Place & { schema: Record<string, unknown> }) => void,
): void {
  if (!isObject(schema)) return
  visit({ ...place, schema })
  for (const { keyword, schema: inner, pointer } of subschemasOf(schema)) {
    const path = [...place.path, keyword]
    walk(inner, { ...place, path, pointer: place.pointer + pointer }, visit)
  }
  // An annotation, so no validator looks into it, but its keywords are still checked.
  const pointer = `${place.pointer}/contentSchema`
  const path = [...place.path, 'contentSchema']
  if (isObject(schema.contentSchema))
    walk(schema.contentSchema, { path, pointer, isEmitted: false }, visit)
}

/** Reports an `x-sender-only` that has no meaning, or that would make the reader's types wrong. */
function checkSenderOnly({ schema, path, problem }: Visit): void {
  const mark = schema['x-sender-only']
  if (mark === undefined) return
  if (typeof mark !== 'boolean') problem('/x-sender-only', 'x-sender-only must be true or false.')
  if (mark !== true || path.at(-1) === 'properties') return
  if (path.every((keyword) => typedKeywords.has(keyword)) && hasTypeRules(schema)) {
    problem(
      '/x-sender-only',
      'x-sender-only is on rules that the TypeScript type comes from, so the type would be wrong for readers. Mark a property, or move the rules under then or else.',
    )
  }
}

const typeRules = ['$ref', 'type', 'enum', 'const', 'required', ...typedKeywords]

function hasTypeRules(schema: JsonObject): boolean {
  return typeRules.some((keyword) => keyword in schema && keywordRow(keyword) !== undefined)
}

/** Reports each schema that refers to itself on the same value: its validator would never end. */
export function checkLoops(schemas: readonly NamedSchema[]): Problem[] {
  const targets = new Map(
    schemas.map(({ name, schema }) => [name, new Set(targetsInPlace(schema))]),
  )
  return schemas.flatMap(({ name, location }) => {
    if (!reaches(name, targets)) return []
    const message = `the schema ${name} refers to itself without a step into a property or an item. Put the $ref under properties or items, or leave it out.`
    return [{ code: 'keyword' as const, location: inside(location, ''), message }]
  })
}

function targetsInPlace(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const own = typeof schema.$ref === 'string' ? [schemaNameOf(schema.$ref)] : []
  const inner = subschemasOf(schema).filter(({ keyword }) => inPlaceKeywords.has(keyword))
  return [...own, ...inner.flatMap((one) => targetsInPlace(one.schema))]
}

function reaches(name: string, targets: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>()
  const waiting = [...(targets.get(name) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === name) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(targets.get(next) ?? []))
  }
  return false
}

/** Reports `unevaluatedItems` over `contains`: if it evaluated some items, Ajv treats all as evaluated. */
function checkUnevaluatedItems(schemas: readonly NamedSchema[]): Problem[] {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return schemas.flatMap(({ schema, location }) =>
    [...placesOf(schema, '')].flatMap(({ pointer, holder }) => {
      if (!looksWithContains(holder, { byName, seen: new Set() })) return []
      const message =
        'unevaluatedItems over contains cannot be carried into validators: which items contains looked at is known at run time only. Write prefixItems and items instead.'
      return [
        {
          code: 'keyword' as const,
          location: inside(location, `${pointer}/unevaluatedItems`),
          message,
        },
      ]
    }),
  )
}

function* placesOf(
  schema: JsonSchema,
  pointer: string,
): Generator<{ pointer: string; holder: JsonSchema }> {
  if (isObject(schema) && 'unevaluatedItems' in schema) yield { pointer, holder: schema }
  for (const inner of subschemasOf(schema)) yield* placesOf(inner.schema, pointer + inner.pointer)
}

interface Search {
  byName: ReadonlyMap<string, JsonSchema>
  seen: Set<string>
}

/** True if the schema, or one on the same value, has `contains`. */
function looksWithContains(schema: JsonSchema | undefined, { byName, seen }: Search): boolean {
  if (!isObject(schema)) return false
  if ('contains' in schema) return true
  const inner = subschemasOf(schema).filter(({ keyword }) => inPlaceKeywords.has(keyword))
  if (inner.some((one) => looksWithContains(one.schema, { byName, seen }))) return true
  if (typeof schema.$ref !== 'string' || seen.has(schema.$ref)) return false
  seen.add(schema.$ref)
  return looksWithContains(byName.get(schemaNameOf(schema.$ref)), { byName, seen })
}

/** The line is that of the named schema, so it is dropped if the pointer leads into it. */
function inside(location: Location, pointer: string): Location {
  return pointer === '' ? location : { file: location.file, pointer: location.pointer + pointer }
}
