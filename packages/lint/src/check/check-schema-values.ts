import { isRecord, type Path } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listSchemas, visitSchemas } from '../contract/schemas.ts'
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
export const checkBounds = (specs: Specs): Problem[] =>
  listSchemas(specs).flatMap(({ schema, problem }) =>
    bounds.flatMap(({ low, high, mayMeet }) => {
      const [from, to] = [schema[low], schema[high]]
      if (typeof from !== 'number' || typeof to !== 'number') return []
      if (from < to || (mayMeet && from === to)) return []
      return problem([high], {
        rule: 'dialect/bounds',
        message: `No value meets both: ${low} is ${from}, and ${high} is ${to}.`,
        fix: `Raise ${high}, lower ${low}, or leave one of them out.`,
      })
    }),
  )

/** Conditions on a value that the property, by its own schema, does not know: they never hold. */
export const checkConditions = (specs: Specs): Problem[] =>
  listSchemas(specs).flatMap(({ root, schema: { if: condition }, below, problem }) => {
    const problems: Problem[] = []
    visitSchemas(condition, (schema, inside) => {
      const wanted = Array.isArray(schema.enum) ? schema.enum : [schema.const]
      const names = propertiesOn(inside)
      const owner = { file: root.file, path: [...root.path, ...below] }
      const known = names ? membersAt(specs, owner, names) : []
      const unknown = wanted.find((one) => one !== undefined && !known.includes(one))
      if (known.length === 0 || unknown === undefined) return
      const finding = {
        rule: 'dialect/unknown-member',
        message: `${String(unknown)} is no known member of ${names?.join('.')}, so this never holds.`,
        fix: `Write one of ${known.join(', ')}, or name the new member there first.`,
      }
      problems.push(problem(['if', ...inside, 'const' in schema ? 'const' : 'enum'], finding))
    })
    return problems
  })

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
function membersAt(
  specs: Specs,
  owner: { file: string; path: Path },
  names: string[],
  depth = 0,
): unknown[] {
  const { file, path, value } = resolve(specs, owner.file, owner.path)
  if (!isRecord(value) || depth > 20) return []
  const [name, ...rest] = names
  const at = (below: Path, left: string[]) =>
    membersAt(specs, { file, path: [...path, ...below] }, left, depth + 1)
  const own = [
    ...(Array.isArray(value.enum) ? value.enum : []),
    ...('const' in value ? [value.const] : []),
  ]
  const isThere = name !== undefined && isRecord(value.properties) && name in value.properties
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const list = value[key]
    return Array.isArray(list) ? list.flatMap((_, index) => at([key, index], names)) : []
  })
  return [
    ...(name === undefined ? own : []),
    ...(isThere ? at(['properties', name], rest) : []),
    ...branches,
  ]
}

/** A `default`, or one of the `examples`, that the schema beside it refuses. */
export const checkSchemaValues = (specs: Specs): Problem[] =>
  listSchemas(specs).flatMap(({ root, schema, below, problem }) => {
    const examples = Array.isArray(schema.examples) ? schema.examples : []
    const shown: [Path, unknown][] = examples.map((one, index) => [['examples', index], one])
    if ('default' in schema) shown.push([['default'], schema.default])
    const place = { file: root.file, path: [...root.path, ...below] }
    return shown.flatMap(([key, value]) => {
      const [issue] = issuesOf(() => createReferee(specs)(place, value, 'sent'))
      if (!issue) return []
      return problem(key, {
        rule: 'dialect/refused-value',
        message: `Its own schema refuses this ${String(key[0]).replace(/s$/, '')}: it ${issue.message} (${issue.keyword}).`,
        fix: 'Write a value that the schema accepts, or delete it.',
      })
    })
  })

/** None if a schema does not compile: the dialect and the check of examples report that. */
export function issuesOf<Issue>(judge: () => Issue[]): Issue[] {
  try {
    return judge()
  } catch {
    return []
  }
}
