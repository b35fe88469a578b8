import type { BundleNode } from './bundle-node.ts'
import { codeOf, html } from './html.ts'
import { block, heading } from './markdown.ts'
import { readMarks } from './marks.ts'
import { renderProse } from './prose.ts'

/** The figures and names that the document fixes under `x-constants`, each with an id. */
export function renderConstants(root: BundleNode): string[] {
  const constants = root.children('x-constants')
  if (constants.length === 0) return []
  const items = constants.map(([name, constant]) => {
    const value = codeOf(constant.take('value'))
    const words = constant.text('description')
    const mark = readMarks(constant)
    constant.close()
    const more = mark === undefined ? '' : html`<p>${mark}</p>`
    return html`<div class="ref-field" id="constant.${name}">
<dt><code>${name}</code></dt>
<dd>${words === undefined ? '' : renderProse(words)}<ul class="ref-rules"><li><span class="ref-label">Value:</span> ${value}</li></ul>${more}</dd>
</div>
`
  })
  return [
    heading(2, 'Constants'),
    block(html`<p>Figures and names that the document fixes.</p>`),
    block(html`<dl class="ref-fields">
${items}</dl>`),
  ]
}
