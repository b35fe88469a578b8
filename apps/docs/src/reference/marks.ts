import type { BundleNode } from './bundle-node.ts'
import { codeOf, type Html, html, joinHtml } from './html.ts'

/** Extensions that have words of their own. Any other is shown by its name. */
const words: Record<string, (value: Html) => Html> = {
  'x-source': (value) => html`Source: ${value}`,
  'x-decision': (value) => html`Decision: ${value}`,
  'x-sender-only': () => html`This binds who sends; a reader accepts more.`,
  'x-name': (value) => html`Name in code: ${value}`,
}

/** The extensions of an object as one line; `undefined` where it has none. */
export function readMarks(node: BundleNode): Html | undefined {
  const marks = node.extensions().map(([name, value]) => {
    const values = Array.isArray(value) ? value.map(codeOf) : [codeOf(value)]
    const shown = joinHtml(values, ', ')
    return words[name]?.(shown) ?? html`${name}: ${shown}`
  })
  return marks.length === 0
    ? undefined
    : html`<small class="ref-marks">${joinHtml(marks, ' · ')}</small>`
}
