import type { Notice, Problem } from '../errors.ts'
import { isObject, nameOfRef } from '../json.ts'
import type { Contract, JsonSchema, Location, NamedSchema } from '../model.ts'
import { checkKeywords, type Visit } from './check-keywords.ts'
import { typedKeywords } from './opens-values.ts'
import { inPlaceOf, subschemasOf } from './subschemas.ts'

type PlacedSchema = Pick<NamedSchema, 'schema' | 'location'>

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
): { problems: Problem[]; notices: Notice[] } {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const names = new Set(schemas.map(({ name }) => name))
  const check = ({ schema, location }: PlacedSchema, isEmitted: boolean) =>
    walk(schema, { path: [], pointer: '', isEmitted }, (place) => {
      const at = (pointer: string) => inside(location, place.pointer + pointer)
      const visit: Visit = {
        ...place,
        names,
        problem: (pointer, message) =>
          problems.push({ code: 'keyword', location: at(pointer), message }),
        notice: (pointer, message) => notices.push({ location: at(pointer), message }),
      }
      checkKeywords(visit)
      if (!visit.isEmitted) return
      checkSenderOnly(visit)
    })
  for (const named of schemas) check(named, hasValidators)
  for (const placed of unnamed) check(placed, false)
  if (hasValidators) problems.push(...checkLoops(schemas))
  return { problems, notices }
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
function checkSenderOnly({ schema, path, problem }: Visit): void {
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

/** Reports each schema that refers to itself on the same value: its validator would never end. */
export function checkLoops(schemas: readonly NamedSchema[]): Problem[] {
  const targets = new Map(schemas.map(({ name, schema }) => [name, refsInPlace(schema)]))
  const reaches = (name: string) => {
    const seen = new Set(targets.get(name))
    for (const next of seen) for (const target of targets.get(next) ?? []) seen.add(target)
    return seen.has(name)
  }
  return schemas.flatMap(({ name, location }) => {
    const message = `the schema ${name} refers to itself without a step into a property or an item. Put the $ref under properties or items, or leave it out.`
    return reaches(name) ? [{ code: 'keyword', location: inside(location, ''), message }] : []
  })
}

function refsInPlace(schema: JsonSchema): string[] {
  const own = isObject(schema) && typeof schema.$ref === 'string' ? [nameOfRef(schema.$ref)] : []
  return [...own, ...inPlaceOf(schema).flatMap(refsInPlace)]
}

/** The line is that of the named schema, so it is dropped if the pointer leads into it. */
function inside(location: Location, pointer: string): Location {
  return pointer === '' ? location : { file: location.file, pointer: location.pointer + pointer }
}
