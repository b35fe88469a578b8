import { below, type Document, follow, nodeAt } from '../document.ts'

/** A document that says something else of its responses than the real one. */
export type DocumentMutant = { name: string; document: Document }

type Node = { [member: string]: unknown }
type Change = (node: Node) => void

/**
 * The document with each rule of its responses changed, one each: no traffic that shows the rule can
 * keep to it. What stands in an open set is left out, for the set takes anything.
 */
export function mutateDocument(document: Document): DocumentMutant[] {
  const places = new Set<string>()
  const paths = document.paths as Record<string, Record<string, { responses?: object }>>
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const status of Object.keys(responses ?? {})) {
        collect(document, below('#/paths', path, method, 'responses', status), places)
      }
    }
  }
  return [...places].flatMap((place) =>
    changesOf(nodeAt(document, place) as Node).map(([name, change]) => {
      const copy = structuredClone(document)
      change(nodeAt(copy, place) as Node)
      return { name: `${place} ${name}`, document: copy }
    }),
  )
}

/**
 * The document with each constant changed that responses tell; those of keys are told by no response.
 */
export function mutateConstants(document: Document): DocumentMutant[] {
  const constants = document['x-constants'] as Record<string, { value: unknown }>
  return Object.entries(constants)
    .filter(([name]) => !name.startsWith('apiKey'))
    .map(([name, { value }]) => {
      const copy = structuredClone(document)
      const other = typeof value === 'number' ? value - 1 : `${value}x`
      const node = nodeAt(copy, below('#/x-constants', name)) as Node
      node.value = other
      return { name: `${name}: ${other}`, document: copy }
    })
}

/** Every object below a place, where its references lead included. */
function collect(document: Document, start: string, places: Set<string>): void {
  const place = follow(document, start)
  const node = nodeAt(document, place)
  if (typeof node !== 'object' || node === null || places.has(place)) return
  places.add(place)
  for (const key of Object.keys(node)) {
    if (skipped.has(key) || key.startsWith('x-')) continue
    collect(document, below(place, key), places)
  }
}

const skipped = new Set(['example', 'examples', 'anyOf', 'required', 'enum'])

function changesOf(node: Node): [name: string, change: Change][] {
  const { type, pattern, required, properties, headers } = node
  const found: [string, Change][] = []
  const set = (key: string, value: unknown) =>
    found.push([
      `${key}: ${JSON.stringify(value)}`,
      (one) => {
        one[key] = value
      },
    ])
  if (typeof type === 'string') set('type', type === 'array' ? 'object' : 'array')
  if (typeof pattern === 'string') set('pattern', '^never$')
  if ('const' in node) set('const', 'never')
  if ('minimum' in node) set('minimum', 1_000)
  if ('maximum' in node) set('maximum', -1)
  if ('minLength' in node) set('minLength', 1_000)
  if (Array.isArray(required)) set('required', [...required, 'neverSent'])
  for (const name of Object.keys((properties as object | undefined) ?? {})) {
    found.push([`without ${name}`, (one) => delete (one.properties as Node)[name]])
  }
  if (typeof headers === 'object' && headers !== null) {
    const never = { required: true, schema: { type: 'string' } }
    set('headers', { ...headers, 'X-Never': never })
  }
  return found
}
