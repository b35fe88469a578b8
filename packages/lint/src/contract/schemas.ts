import { type Entry, isRecord, objectsIn, type Path, valueAt } from './pointer.ts'
import { documentFiles, type Place, resolve } from './references.ts'
import type { Specs } from './specs.ts'

/** A place where a document or a schema file holds a schema. */
export type SchemaRoot = Place & { schema: unknown }

/** A schema: its place in its file, and its path inside its root. */
export type SchemaPlace = Place & { schema: Record<string, unknown>; below: Path }

const oneSchema = 'not if then else items additionalProperties contains propertyNames'.split(' ')
const manySchemas = ['allOf', 'anyOf', 'oneOf', 'properties', 'patternProperties']

/** Every schema of the contract that is not part of another one. */
export const listSchemaRoots = (specs: Specs): SchemaRoot[] =>
  documentFiles(specs).flatMap((file) => {
    const value = specs.files.get(file)?.value
    const paths = file.startsWith('schemas/') ? [[]] : inlineSchemas(value)
    return paths.map((path) => ({ file, path, schema: valueAt(value, path) }))
  })

/** Every schema of the contract, whatever it is part of. */
export const listSchemas = (specs: Specs): SchemaPlace[] =>
  listSchemaRoots(specs).flatMap((root) =>
    schemasIn(root.schema).map(([schema, below]) => ({
      file: root.file,
      path: [...root.path, ...below],
      schema,
      below,
    })),
  )

const inlineSchemas = (document: unknown): Path[] =>
  objectsIn(document).flatMap(([object, path]) => {
    const keys = path.join('/').includes('properties/') ? [] : schemaKeys(object, path)
    return keys.filter((key) => key in object).map((key) => [...path, key])
  })

function schemaKeys(object: Record<string, unknown>, path: Path): string[] {
  if (path.join('/') === 'components/schemas') return Object.keys(object)
  const isMessage = ['messages', 'messageTraits'].includes(String(path.at(-2)))
  return isMessage ? ['headers', 'payload'] : ['schema']
}

/** A schema and every schema inside it. */
export function schemasIn(schema: unknown, path: Path = []): Entry[] {
  if (!isRecord(schema)) return []
  const many = manySchemas.flatMap((key) => {
    const members = Object(schema[key])
    return Object.entries(members).flatMap(([name, one]) =>
      schemasIn(one, [...path, key, Array.isArray(members) ? Number(name) : name]),
    )
  })
  return [
    [schema, path],
    ...oneSchema.flatMap((key) => schemasIn(schema[key], [...path, key])),
    ...many,
  ]
}

/** Whether a path leads through a condition, so that the schema there need not hold. */
export const isConditional = (path: Path): boolean =>
  path.some((key) => /^(if|then|else|not)$/.test(String(key)))

/**
 * The schemas that judge a value or one inside it at `keys`, in whatever branch, with references followed.
 * `left` are the keys from the value of a schema to the one asked for.
 */
export function* schemasOnTheWay(
  specs: Specs,
  place: Place,
  keys: readonly string[],
): Iterable<{ schema: Record<string, unknown>; left: readonly string[] }> {
  const { file, path, value: schema } = resolve(specs, place.file, place.path)
  if (!isRecord(schema)) return
  yield { schema, left: keys }
  const below = (step: Path, left: readonly string[]) =>
    schemasOnTheWay(specs, { file, path: [...path, ...step] }, left)
  for (const name of ['allOf', 'anyOf', 'oneOf'])
    for (const index of Object.keys(Object(schema[name]))) yield* below([name, index], keys)
  for (const name of ['then', 'else']) if (name in schema) yield* below([name], keys)
  const [key, ...rest] = keys
  if (key === undefined) return
  if (isRecord(schema.properties) && key in schema.properties)
    yield* below(['properties', key], rest)
  else if ('items' in schema) yield* below(['items'], rest)
}
