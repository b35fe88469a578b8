import { keyOf, refOf, type SpecDocument, type SpecNode } from './open-document.ts'

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
const maps = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'properties',
])
/** These contain plain values, whatever their members are called. */
const data = new Set(['const', 'default', 'discriminator', 'enum'])

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

function simplify(node: SpecNode, context: Context): unknown {
  const { document, above, isMap } = context
  const { value } = node
  if (typeof value !== 'object' || value === null) return value
  const key = keyOf(node)
  const depth = above.indexOf(key)
  if (depth >= 0) return { cycle: above.length - depth }
  if (!isMap && refOf(value) !== undefined) return simplifyReference(node, context)
  const entries = Object.entries(value)
    .filter(([name]) => isMap || !isAnnotation(name))
    .sort(([one], [other]) => (Array.isArray(value) ? 0 : one < other ? -1 : 1))
    .map(([name, member]): [string, unknown] => {
      const child = document.written(node, name)
      const below = { document, above: [...above, key], isMap: !isMap && maps.has(name) }
      const isData = !isMap && data.has(name)
      const simple = isData ? sortKeys(member) : child && simplify(child, below)
      return [name, !isMap && sets.has(name) && Array.isArray(simple) ? toSorted(simple) : simple]
    })
  if (Array.isArray(value)) return entries.map(([, item]) => item)
  return isMap ? Object.fromEntries(entries) : unwrap(Object.fromEntries(entries))
}

/** From OpenAPI 3.1 on, rules beside a reference count as well as it does; before, they are ignored. */
function simplifyReference(node: SpecNode, context: Context): unknown {
  const { document, above } = context
  const target = document.target(node)
  const simple = target && simplify(target, { ...context, above: [...above, keyOf(node)] })
  const { $ref: _, ...beside } = node.value as Record<string, unknown>
  const isHeeded = document.kind === 'openapi' && !document.version.startsWith('3.0')
  if (!isHeeded) return simple
  const { allOf = [], ...rules } = simplify({ ...node, value: beside }, context) as {
    allOf?: unknown[]
  }
  return unwrap(sortKeys({ ...rules, allOf: [...allOf, simple] }))
}

/** JSON Schema gives the order of members no meaning. */
function sortKeys<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys) as T
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)])) as T
}

export function isAnnotation(name: string): boolean {
  return annotations.has(name) || (name.startsWith('x-') && name !== 'x-sender-only')
}

/** The branches of an `anyOf` that only list values of one type are one list. */
function joinLists(branches: unknown[]): unknown[] {
  const lists = new Map<string, unknown[]>()
  const rest = branches.filter((branch) => {
    const { type, enum: values, const: value, ...others } = Object(branch)
    const listed = Array.isArray(values) ? values : value === undefined ? undefined : [value]
    if (listed === undefined || Object.keys(others).length > 0) return true
    const key = JSON.stringify(type) ?? ''
    lists.set(key, [...(lists.get(key) ?? []), ...listed])
    return false
  })
  const joined = [...lists].map(([type, values]) => ({
    enum: toSorted([...new Map(values.map((value) => [JSON.stringify(value), value])).values()]),
    ...(type !== '' && { type: JSON.parse(type) }),
  }))
  return [...joined, ...rest]
}

/** `allOf` with one entry and nothing beside it is that entry. */
function unwrap(schema: Record<string, unknown>): unknown {
  const { allOf, ...others } = schema
  if (Array.isArray(others.anyOf)) others.anyOf = toSorted(joinLists(others.anyOf))
  if (!Array.isArray(allOf)) return others
  return allOf.length === 1 && Object.keys(others).length === 0 ? allOf[0] : { allOf, ...others }
}

function toSorted(items: unknown[]): unknown[] {
  return items
    .map((item) => JSON.stringify(item))
    .sort()
    .map((text) => JSON.parse(text))
}
