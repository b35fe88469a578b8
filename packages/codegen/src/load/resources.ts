import { escapeSegment, isObject } from '../json.ts'

/** A file, or a schema in it with an `$id`: what relative `$ref`s and anchors in it belong to. */
export interface Resource {
  /** JSON Pointer from the root of the file. */
  pointer: string
  /** Absolute, without a fragment. */
  uri: string
  /** The pointers that `$anchor`, or `$id: '#name'` in draft-07, gives a name. */
  anchors: Map<string, string>
}

/** Members whose values are data, not schemas. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** The resources of a file by pointer, its root included. @see JSON Schema 2020-12, 8.2 */
export function findResources(value: unknown, uri: string): Map<string, Resource> {
  const root: Resource = { pointer: '', uri, anchors: new Map() }
  const found = new Map([['', root]])
  const visit = (node: unknown, pointer: string, outer: Resource): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, `${pointer}/${index}`, outer)
    if (!isObject(node)) return
    let own = outer
    const { $id, $anchor, $dynamicAnchor } = node
    const named = typeof $id === 'string' ? toAbsolute($id, outer.uri)?.split('#') : undefined
    if (named?.[0] !== undefined && named[0] !== outer.uri) {
      own = { pointer, uri: named[0], anchors: new Map() }
      found.set(pointer, own)
    } else if (named?.[1]) own.anchors.set(named[1], pointer)
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string') own.anchors.set(name, pointer)
    for (const [key, inner] of Object.entries(node))
      if (!data.has(key)) visit(inner, `${pointer}/${escapeSegment(key)}`, own)
  }
  visit(value, '', root)
  return found
}

/** The resource that a place of a file belongs to. */
export function resourceAt(found: ReadonlyMap<string, Resource>, pointer: string): Resource {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const resource = found.get(place)
    if (resource !== undefined) return resource
  }
}

/** The address as an absolute URI; undefined if it has no meaning there. */
export function toAbsolute(address: string, base: string): string | undefined {
  return URL.parse(address, base)?.href
}
