import { type Document, isMap, isNode, isSeq, type YAMLMap } from 'yaml'
import { findPair } from './node-at.ts'

/**
 * Merges an object into a node as overlays do: objects member by member, lists by adding at their end;
 * all else takes the place of what was there, below the same comments.
 */
export function mergeInto(
  node: YAMLMap,
  { value, document }: { value: object; document: Document },
): void {
  for (const [key, member] of Object.entries(value)) {
    const pair = findPair(node, key)
    const old = pair?.value
    if (pair === undefined) node.add(document.createPair(key, member))
    else if (isMap(old) && isObject(member)) mergeInto(old, { value: member, document })
    else if (isSeq(old) && Array.isArray(member)) {
      for (const item of member) old.add(document.createNode(item))
    } else {
      const created = document.createNode(member)
      if (isNode(old) && isNode(created)) {
        const { comment, commentBefore, spaceBefore } = old
        Object.assign(created, { comment, commentBefore, spaceBefore })
      }
      pair.value = created
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
