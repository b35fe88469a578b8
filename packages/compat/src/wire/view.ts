import { keyOf, refOf, type SpecDocument, type SpecNode } from '../document/open-document.ts'
import { isAnnotation } from '../document/schema-values.ts'

/** A node, and the keys that lead to it from the enclosing part, such as `allOf` and `0`. */
export interface Spot {
  node: SpecNode
  keys: readonly string[]
}

/** A part with its references followed, and with the rules beside a reference or beside an `allOf` of one entry. */
export interface View {
  /** Where it starts, as written. */
  start: SpecNode
  /** The part itself: the target of the last reference. */
  node: SpecNode
  /** Where a missing property belongs: beside the reference if other rules are there, else in its target. */
  home: SpecNode
  /** Equal for views of the same places. */
  id: string
  layers: readonly View[]
  document: SpecDocument
  /** Whether two layers have rules for the same values, so that merging them would change their meaning. */
  isMixed: boolean
  names: readonly string[]
  /** The node under a key as written, and the keys that lead there. */
  written: (name: string) => Spot | undefined
  /** The same node with its references followed. */
  child: (name: string) => SpecNode | undefined
}

export function viewOf(node: SpecNode, document: SpecDocument, isSchema: boolean): View {
  return toView(node, layersOf(node, document, isSchema), document)
}

function toView(start: SpecNode, layers: readonly Spot[], document: SpecDocument): View {
  const holders = new Map<string, Spot>()
  const groups = new Map<string, Spot>()
  let isMixed = layers.length > 1 && layers.some(({ node }) => !isObject(node.value))
  for (const layer of layers) {
    for (const name of isObject(layer.node.value) ? Object.keys(layer.node.value) : []) {
      if (!holders.has(name)) holders.set(name, layer)
      if (isAnnotation(name)) continue
      const group = groupOf(name)
      isMixed ||= (groups.get(group) ?? layer) !== layer
      groups.set(group, layer)
    }
  }
  const written = (name: string) => {
    const layer = holders.get(name)
    const node = layer && document.written(layer.node, name)
    return node && layer && { node, keys: [...layer.keys, name] }
  }
  return {
    start,
    node: (layers.at(-1) as Spot).node,
    home: (layers[0] as Spot).node,
    id: layers.map((layer) => keyOf(layer.node)).join(' '),
    layers: layers.length > 1 ? layers.map((layer) => toView(layer.node, [layer], document)) : [],
    document,
    isMixed,
    names: [...holders.keys()],
    written,
    child: (name) => {
      const found = written(name)
      return found && document.follow(found.node)
    },
  }
}

/** From OpenAPI 3.1 on, rules beside the reference of a schema count as well. */
function layersOf(start: SpecNode, document: SpecDocument, isSchema: boolean): Spot[] {
  const isHeeded = isSchema && document.kind === 'openapi' && !document.version.startsWith('3.0')
  const layers: Spot[] = []
  let node: SpecNode = start
  let keys: readonly string[] = []
  // A reference that leads to itself was refused when the document was bundled; the bound is a seat belt.
  for (let steps = 0; steps < 50 && isObject(node.value); steps += 1) {
    const { $ref: _, ...beside } = node.value
    if (refOf(node.value) !== undefined) {
      if (isHeeded && Object.keys(beside).length > 0) {
        layers.push({ node: { ...node, value: beside }, keys })
      }
      node = document.target(node) ?? { ...node, value: {} }
      continue
    }
    const inner = isSchema ? innerOf(node, document) : undefined
    if (inner === undefined) break
    const { allOf: __, ...others } = node.value
    if (Object.keys(others).length > 0) layers.push({ node: { ...node, value: others }, keys })
    keys = [...keys, 'allOf', '0']
    node = inner
  }
  return [...layers, { node, keys }]
}

/** Keywords that depend on each other: `additionalProperties` covers what `properties` beside it does not. */
function groupOf(name: string): string {
  if (/[pP]roperties$/.test(name)) return 'properties'
  if (/([iI]tems|[cC]ontains)$/.test(name)) return 'items'
  return /^(if|then|else)$/.test(name) ? 'if' : name
}

function innerOf(node: SpecNode, document: SpecDocument): SpecNode | undefined {
  const { allOf } = node.value as Record<string, unknown>
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined
  const list = document.written(node, 'allOf')
  return list && document.written(list, '0')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
