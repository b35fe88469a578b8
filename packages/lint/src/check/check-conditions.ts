import { isRecord, type Path } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listSchemaRoots, visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'

/** Conditions on a value that the property, by its own schema, does not know: they never hold. */
export function checkConditions(specs: Specs): Problem[] {
  return listSchemaRoots(specs).flatMap((root) => {
    const source = specs.files.get(root.file)
    const problems: Problem[] = []
    visitSchemas(root.schema, ({ if: condition }, path) => {
      visitSchemas(condition, (schema, below) => {
        const wanted = Array.isArray(schema.enum) ? schema.enum : [schema.const]
        const owner = { file: root.file, path: [...root.path, ...path] }
        const names = propertiesOn(below)
        const known = names ? membersAt(specs, owner, names) : []
        const unknown = wanted.find((one) => one !== undefined && !known.includes(one))
        if (!source || known.length === 0 || unknown === undefined) return
        const at = [...owner.path, 'if', ...below, 'const' in schema ? 'const' : 'enum']
        const finding = {
          rule: 'dialect/unknown-member',
          message: `${String(unknown)} is no known member of ${names?.join('.')}, so this never holds.`,
          fix: `Write one of ${known.join(', ')}, or name the new member there first.`,
        }
        problems.push(source.problem(at, finding))
      })
    })
    return problems
  })
}

type Place = { file: string; path: Path }

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
function membersAt(specs: Specs, owner: Place, [name, ...rest]: string[], depth = 0): unknown[] {
  const { file, path, value } = resolve(specs, owner.file, owner.path)
  if (!isRecord(value) || depth > 20) return []
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const list = value[key]
    return (Array.isArray(list) ? list : []).map((_, index) => [...path, key, index])
  })
  const own = name === undefined ? membersOf(value) : []
  const isThere = name !== undefined && isRecord(value.properties) && name in value.properties
  const below = isThere
    ? membersAt(specs, { file, path: [...path, 'properties', name] }, rest, depth + 1)
    : []
  const names = name === undefined ? [] : [name, ...rest]
  return [
    ...own,
    ...below,
    ...branches.flatMap((branch) => membersAt(specs, { file, path: branch }, names, depth + 1)),
  ]
}

const membersOf = (schema: Record<string, unknown>): unknown[] => [
  ...(Array.isArray(schema.enum) ? schema.enum : []),
  ...('const' in schema ? [schema.const] : []),
]
