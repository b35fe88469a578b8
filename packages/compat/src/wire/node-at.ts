import type { SpecDocument, SpecNode } from '../document/spec-document.ts'

export interface Pair {
  keys: readonly string[]
  from: SpecDocument
  to: SpecDocument
}

/**
 * The two ends of a place, each as it is written: what stands beside a reference belongs to a schema.
 * Parameters stand in lists, where one number may be another parameter on the other side.
 */
export function nodesAt({ keys, from, to }: Pair): [SpecNode | undefined, SpecNode | undefined] {
  const at = keys.indexOf('parameters')
  if (at >= 0) {
    const place = keys.slice(0, at + 2)
    if (identityOf(from.at(place)) !== identityOf(to.at(place))) return [undefined, undefined]
  }
  return [writtenAt(from, keys), writtenAt(to, keys)]
}

function identityOf(node: SpecNode | undefined): string {
  const { name, in: where } = (node?.value ?? {}) as { name?: unknown; in?: unknown }
  return `${String(where)} ${String(name)}`
}

function writtenAt(document: SpecDocument, path: readonly string[]): SpecNode | undefined {
  const holder = document.at(path.slice(0, -1))
  return holder && document.written(holder, path.at(-1) ?? '')
}
