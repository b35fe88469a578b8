import { isRecord, type Path, valueAt, visitObjects } from './pointer.ts'
import { documentFiles } from './references.ts'
import type { Specs } from './specs.ts'

/** A place where a document or a schema file holds a schema. */
export type SchemaRoot = { file: string; path: Path; schema: unknown }

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const oneSchema = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
]
const schemaLists = ['allOf', 'anyOf', 'oneOf']
const schemaMaps = ['properties', 'patternProperties']

/** Every schema of the contract that is not part of another one. */
export function listSchemaRoots(specs: Specs): SchemaRoot[] {
  return documentFiles(specs).flatMap((file) => {
    const value = specs.files.get(file)?.value
    if (file.startsWith('schemas/')) return [{ file, path: [], schema: value }]
    return inlineSchemas(value).map((path) => ({ file, path, schema: valueAt(value, path) }))
  })
}

function inlineSchemas(document: unknown): Path[] {
  const found: Path[] = []
  visitObjects(document, (object, path) => {
    const keys = path.join('/').includes('properties/') ? [] : schemaKeys(object, path)
    found.push(...keys.filter((key) => key in object).map((key) => [...path, key]))
  })
  return found
}

function schemaKeys(object: Record<string, unknown>, path: Path): string[] {
  if (path.join('/') === 'components/schemas') return Object.keys(object)
  const isMessage = ['messages', 'messageTraits'].includes(String(path.at(-2)))
  return isMessage ? ['headers', 'payload'] : ['schema']
}

/** Calls `visit` with a schema and every schema inside it. */
export function visitSchemas(
  schema: unknown,
  visit: (schema: Record<string, unknown>, path: Path) => void,
  path: Path = [],
): void {
  if (!isRecord(schema)) return
  visit(schema, path)
  for (const key of oneSchema) visitSchemas(schema[key], visit, [...path, key])
  for (const key of schemaLists) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [index, one] of list.entries()) visitSchemas(one, visit, [...path, key, index])
  }
  for (const key of schemaMaps) {
    const map = schema[key]
    if (!isRecord(map)) continue
    for (const [name, one] of Object.entries(map)) visitSchemas(one, visit, [...path, key, name])
  }
}
