import { toNodeName } from '@partner-platform/specs/test/lint/node-name.ts'
import { listMarks } from '@partner-platform/specs/test/lint/rules.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'

const keys = ['x-source', 'x-decision'] as const

/** A node of the documents that carries a statement or a decision. */
export interface MarkedNode {
  /** As the ledger names it. */
  node: string
  file: string
  path: (string | number)[]
  ids: string[]
}

/** Every node that says by what right it is there. */
export function listMarkedNodes(specs: Specs): MarkedNode[] {
  const nodes = new Map<string, MarkedNode>()
  for (const key of keys) {
    for (const { file, path: place, id } of listMarks(specs, key)) {
      const path = place.slice(0, place.lastIndexOf(key))
      const node = toNodeName(file, path)
      const known = nodes.get(node) ?? { node, file, path, ids: [] }
      known.ids.push(id)
      nodes.set(node, known)
    }
  }
  return [...nodes.values()]
}

/** Whether a node is another one or stands inside it. */
export const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(outer.includes('#') ? `${outer}/` : `${outer}#`)
