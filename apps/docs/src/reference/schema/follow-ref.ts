import type { BundleNode } from '../bundle-node.ts'
import { type Facts, noFacts } from './facts.ts'
import { readFacts, type SchemaView } from './read-facts.ts'

interface FollowOptions {
  trail: readonly string[]
  view: SchemaView
  /** Whether the node has a description, so that the one of the named schema is not needed. */
  hasWords: boolean
}

/** What the named schema says that a node refers to, with the link to it. */
export function followRef(node: BundleNode, { trail, view, hasWords }: FollowOptions): Facts {
  const pointer = node.text('$ref') ?? ''
  const value = view.bundle.valueAt(pointer, node.pointer)
  const link = view.linkTo(pointer)
  if (trail.includes(pointer)) return { ...noFacts(), links: [link] }
  const facts = readFacts({ value, pointer, trail: [...trail, pointer] }, view)
  return {
    ...facts,
    links: [link],
    // What else it says of itself stands where the link leads.
    ...{ titles: [], marks: [], descriptions: hasWords ? [] : facts.descriptions },
    children: view.isExpanded ? facts.children : [],
  }
}
