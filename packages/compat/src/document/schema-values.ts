import { keyOf } from './directions.ts'
import type { SpecDocument, SpecNode } from './spec-document.ts'

const annotations = new Set([
  '$comment',
  '$id',
  '$schema',
  'description',
  'example',
  'examples',
  'externalDocs',
  'title',
  'xml',
])
const sets = new Set(['anyOf', 'enum', 'oneOf', 'required', 'type'])
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** The schema as text that two schemas share when they say the same of values, however they are written. */
export function schemaValues(node: SpecNode, document: SpecDocument): string {
  return JSON.stringify(simplify(node, { document, above: [], isMap: false }))
}

interface Context {
  document: SpecDocument
  above: readonly string[]
  /** Whether the keys are names of properties, not keywords. */
  isMap: boolean
}

function simplify(node: SpecNode, { document, above, isMap }: Context): unknown {
  const { value } = node
  if (typeof value !== 'object' || value === null) return value
  const key = keyOf(node)
  const depth = above.indexOf(key)
  if (depth >= 0) return { cycle: above.length - depth }
  const entries = Object.keys(value)
    .filter((name) => isMap || !isAnnotation(name))
    .sort((one, other) => (Array.isArray(value) ? 0 : one < other ? -1 : 1))
    .map((name): [string, unknown] => {
      const child = document.child(node, name)
      const context = { document, above: [...above, key], isMap: !isMap && maps.has(name) }
      const simple = child && simplify(child, context)
      return [name, !isMap && sets.has(name) && Array.isArray(simple) ? toSorted(simple) : simple]
    })
  if (Array.isArray(value)) return entries.map(([, item]) => item)
  return isMap ? Object.fromEntries(entries) : unwrap(Object.fromEntries(entries))
}

function isAnnotation(name: string): boolean {
  return annotations.has(name) || (name.startsWith('x-') && name !== 'x-sender-only')
}

/** `allOf` with one entry and nothing beside it is that entry. */
function unwrap(schema: Record<string, unknown>): unknown {
  const { allOf, ...others } = schema
  if (!Array.isArray(allOf) || allOf.length !== 1 || Object.keys(others).length > 0) return schema
  return allOf[0]
}

function toSorted(items: unknown[]): unknown[] {
  return items
    .map((item) => JSON.stringify(item))
    .sort()
    .map((text) => JSON.parse(text))
}
