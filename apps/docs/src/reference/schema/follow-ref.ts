import type { BundleNode } from '../bundle-node.ts'
import { type Facts, noFacts, type ReadFacts, type SchemaView } from './facts.ts'

interface FollowOptions {
  trail: readonly string[]
  view: SchemaView
  /** Whether the node has a description, so that the one of the named schema is not needed. */
  hasWords: boolean
  read: ReadFacts
}

/** What the named schema says that a node refers to, with the link to it. */
export function followRef(node: BundleNode, { trail, view, hasWords, read }: FollowOptions): Facts {
  const pointer = node.text('$ref') ?? ''
  const value = view.bundle.valueAt(pointer, node.pointer)
  const link = view.linkTo(pointer)
  if (trail.includes(pointer)) return { ...noFacts(), links: [link] }
  const facts = read({ value, pointer, trail: [...trail, pointer] })
  return {
    ...facts,
    links: [link],
    // What else it says of itself stands where the link leads.
    ...{ titles: [], marks: [], descriptions: hasWords ? [] : facts.descriptions },
    children: view.isExpanded ? facts.children : [],
  }
}
