import type { Bundle } from './bundle-node.ts'
import { codeOf, type Html, html } from './html.ts'

/** Everything that was read and is marked `deprecated: true`; to be asked once all other pages are made. */
export function renderDeprecated({ deprecated }: Bundle): Html {
  if (deprecated.size === 0) return html`<p>Nothing in this document is deprecated.</p>`
  return html`<ul>${[...deprecated].map((pointer) => html`<li>${codeOf(pointer)}</li>`)}</ul>`
}
