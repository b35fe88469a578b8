import { isRecord, type Path, valueAt, visitObjects } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { documentFiles } from './references.ts'
import type { SourceText } from './source-text.ts'
import type { Specs } from './specs.ts'

/** A place where a document or a schema file holds a schema. */
export type SchemaRoot = { file: string; path: Path; schema: unknown; source: SourceText }

/** A schema, and its path inside its root. */
export type SchemaPlace = {
  root: SchemaRoot
  schema: Record<string, unknown>
  below: Path
  /** A problem at a path inside the schema. */
  problem: (path: Path, finding: Finding, onKey?: boolean) => Problem
}

const oneSchema = 'not if then else items additionalProperties contains propertyNames'.split(' ')
const manySchemas = ['allOf', 'anyOf', 'oneOf', 'properties', 'patternProperties']

/** Every schema of the contract that is not part of another one. */
export function listSchemaRoots(specs: Specs): SchemaRoot[] {
  return documentFiles(specs).flatMap((file) => {
    const source = specs.files.get(file) as SourceText
    const { value } = source
    if (file.startsWith('schemas/')) return [{ file, path: [], schema: value, source }]
    return inlineSchemas(value).map((path) => ({
      ...{ file, path, source },
      schema: valueAt(value, path),
    }))
  })
}

/** Every schema of the contract, whatever it is part of. */
export const listSchemas = (specs: Specs): SchemaPlace[] =>
  listSchemaRoots(specs).flatMap((root) => {
    const found: SchemaPlace[] = []
    visitSchemas(root.schema, (schema, below) => {
      const problem: SchemaPlace['problem'] = (path, finding, onKey) =>
        root.source.problem([...root.path, ...below, ...path], finding, onKey)
      found.push({ root, schema, below, problem })
    })
    return found
  })

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
  for (const key of manySchemas) {
    const many = Object(schema[key])
    for (const [name, one] of Object.entries(many))
      visitSchemas(one, visit, [...path, key, Array.isArray(many) ? Number(name) : name])
  }
}

/** Whether a path leads through a condition: what stands there need not hold. */
export const isConditional = (path: Path): boolean =>
  path.some((key) => /^(if|then|else|not)$/.test(String(key)))
