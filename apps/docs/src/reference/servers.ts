import type { BundleNode } from './bundle-node.ts'
import { codeOf, type Html, html, joinHtml } from './html.ts'
import { readMarks } from './marks.ts'
import { renderLine } from './prose.ts'

/** Servers as a table; `toAddress` reads what is before the path of a call. */
export function renderServers(
  servers: readonly [name: string, server: BundleNode][],
  { caption, toAddress }: { caption: string; toAddress: (server: BundleNode) => string },
): Html {
  const rows = servers.map(([name, server]) => {
    const description = server.text('description')
    const head = /^\d+$/.test(name) ? (description ?? name) : name
    const words = head === description ? undefined : description
    const address = codeOf(toAddress(server))
    const variables = server.children('variables').map(renderVariable)
    const more = [words === undefined ? undefined : renderLine(words), readMarks(server)]
    server.close()
    const lines = more.filter((one) => one !== undefined).map((one) => html`<br>${one}`)
    return html`<tr><th scope="row">${head}</th><td>${address}${lines}${variables}</td></tr>
`
  })
  return html`<table class="ref-table">
<caption>${caption}</caption>
<thead><tr><th scope="col">Server</th><th scope="col">Address</th></tr></thead>
<tbody>
${joinHtml(rows, '')}</tbody>
</table>`
}

function renderVariable([name, variable]: [string, BundleNode]): Html {
  const description = variable.text('description')
  const fallback = variable.text('default')
  const values = variable.names('enum').map(codeOf)
  const examples = variable.names('examples').map(codeOf)
  const parts = [
    ...(description === undefined ? [] : [renderLine(description)]),
    ...(fallback === undefined ? [] : [html`Default: ${codeOf(fallback)}.`]),
    ...(values.length === 0 ? [] : [html`One of ${joinHtml(values, ', ')}.`]),
    ...(examples.length === 0 ? [] : [html`For example ${joinHtml(examples, ', ')}.`]),
    ...[readMarks(variable) ?? []].flat(),
  ]
  variable.close()
  return html`<br>${codeOf(`{${name}}`)}: ${joinHtml(parts, ' ')}`
}
