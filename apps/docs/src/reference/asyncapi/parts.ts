import type { BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, joinHtml } from '../html.ts'
import { renderLine } from '../prose.ts'

/** Bindings by protocol, each as it stands in the document. */
export function readBindings(node: BundleNode): Html | undefined {
  const bindings = node.places('bindings')
  if (bindings.length === 0) return undefined
  const parts = bindings.map(({ name, value }) => html`${codeOf(name)}: ${codeOf(value)}`)
  return joinHtml(parts, ', ')
}

export function readTags(node: BundleNode): Html | undefined {
  const tags = node.children('tags').map(([, tag]) => {
    const name = codeOf(tag.text('name') ?? '')
    const words = tag.text('description')
    tag.close()
    return words === undefined ? name : html`${name} (${renderLine(words)})`
  })
  return tags.length === 0 ? undefined : joinHtml(tags, ', ')
}
