import { DocsError } from '../errors.ts'
import type { BundleNode } from './bundle-node.ts'

/**
 * Takes the groups of components that are shown where something refers to them.
 *
 * @throws {DocsError} with the pointer of a component that nothing refers to, once all pages are made.
 */
export function checkComponents(components: BundleNode, groups: readonly string[]): void {
  for (const { pointer } of groups.flatMap((group) => components.places(group))) {
    if (components.bundle.opened.has(pointer)) continue
    throw new DocsError(`${pointer}: nothing refers to it, so that no page shows it. Remove it.`)
  }
}
