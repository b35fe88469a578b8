import type { Path } from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import { listSchemas, type SchemaPlace, schemasIn, schemasOnTheWay } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee } from './referee.ts'

/** A lower and an upper bound; `mayMeet` if equal bounds leave one value. */
const bounds = [
  { low: 'minLength', high: 'maxLength', mayMeet: true },
  { low: 'minItems', high: 'maxItems', mayMeet: true },
  { low: 'minProperties', high: 'maxProperties', mayMeet: true },
  { low: 'minimum', high: 'maximum', mayMeet: true },
  { low: 'minimum', high: 'exclusiveMaximum', mayMeet: false },
  { low: 'exclusiveMinimum', high: 'maximum', mayMeet: false },
  { low: 'exclusiveMinimum', high: 'exclusiveMaximum', mayMeet: false },
]

/** Schemas that no value can meet, because a lower bound is above the upper one. */
export function* checkBounds(specs: Specs): Iterable<Found> {
  for (const { file, path, schema } of listSchemas(specs))
    for (const { low, high, mayMeet } of bounds) {
      const [from, to] = [schema[low], schema[high]]
      if (typeof from !== 'number' || typeof to !== 'number') continue
      if (from < to || (mayMeet && from === to)) continue
      const message = `No value meets both: ${low} is ${from}, and ${high} is ${to}.`
      const fix = `Raise ${high}, lower ${low}, or leave one of them out.`
      yield { file, path: [...path, high], rule: 'dialect/bounds', message, fix }
    }
}

/** Conditions on a value that the property, by its own schema, does not know: they never hold. */
export function* checkCondition(specs: Specs, place: SchemaPlace): Iterable<Found> {
  for (const [schema, inside] of schemasIn(place.schema.if)) {
    const wanted = Array.isArray(schema.enum) ? schema.enum : [schema.const]
    const names = propertiesOn(inside)
    const known = names ? membersAt(specs, place, names) : []
    const unknown = wanted.find((one) => one !== undefined && !known.includes(one))
    if (known.length === 0 || unknown === undefined) continue
    const keyword = 'const' in schema ? 'const' : 'enum'
    const path = [...place.path, 'if', ...inside, keyword]
    const message = `${String(unknown)} is not a known member of ${names?.join('.')}, so this never holds.`
    const fix = `Write one of ${known.join(', ')}, or name the new member there first.`
    yield { file: place.file, path, rule: 'dialect/unknown-member', message, fix }
  }
}

/** The names of the properties that a path inside a condition leads through. */
function propertiesOn(path: Path): string[] | undefined {
  const names: string[] = []
  for (let index = 0; index < path.length; index++) {
    if (path[index] === 'properties') names.push(String(path[++index]))
    else if (['allOf', 'anyOf', 'oneOf'].includes(String(path[index]))) index++
    else if (path[index] !== 'not') return undefined
  }
  return names.length > 0 ? names : undefined
}

/** The values that the schemas of a property name, in whatever branch. */
const membersAt = (specs: Specs, place: SchemaPlace, names: readonly string[]): unknown[] =>
  [...schemasOnTheWay(specs, place, names)]
    .filter(({ left }) => left.length === 0)
    .flatMap(({ schema }) => [
      ...(Array.isArray(schema.enum) ? schema.enum : []),
      ...('const' in schema ? [schema.const] : []),
    ])

/** A `default`, or one of the `examples`, that the schema beside it refuses. */
export function* checkShownValues(specs: Specs, place: SchemaPlace): Iterable<Found> {
  const { file, path, schema } = place
  const examples = Array.isArray(schema.examples) ? schema.examples : []
  const shown: [Path, unknown][] = examples.map((one, index) => [['examples', index], one])
  if ('default' in schema) shown.push([['default'], schema.default])
  for (const [key, value] of shown) {
    const [issue] = createReferee(specs)(place, value, 'sent')
    if (!issue) continue
    const message = `Its own schema refuses this ${String(key[0]).replace(/s$/, '')}: it ${issue.message} (${issue.keyword}).`
    const fix = 'Write a value that the schema accepts, or delete it.'
    yield { file, path: [...path, ...key], rule: 'dialect/refused-value', message, fix }
  }
}
