import type { BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, joinHtml, listHtml, readMarks, renderLine } from '../markup.ts'
import { renderList } from '../overview-parts.ts'
import type { PageWriter } from '../page-writer.ts'

/** The ways to authenticate, each with an id that operations link to. */
export function renderSecuritySchemes(schemes: readonly [string, BundleNode][]): Html {
  const items = schemes.map(([name, scheme]) => {
    const keys = ['type', 'scheme', 'bearerFormat', 'in', 'name', 'openIdConnectUrl']
    const facts = keys.map((key): [string, Html | undefined] => {
      const text = scheme.text(key)
      return [labels[key] ?? key, text === undefined ? undefined : codeOf(text)]
    })
    const words = scheme.text('description')
    const mark = readMarks(scheme)
    scheme.close()
    return html`<div class="ref-field" id="${schemeId(name)}">
<dt><code>${name}</code></dt>
<dd>${words === undefined ? '' : html`<p>${renderLine(words)}</p>`}
${renderList(facts)}${mark === undefined ? '' : html`<p>${mark}</p>`}</dd>
</div>
`
  })
  return html`<dl class="ref-fields">
${items}</dl>`
}

const labels: Record<string, string> = {
  type: 'Kind',
  scheme: 'Scheme',
  bearerFormat: 'Format of the token',
  in: 'Place',
  name: 'Name',
  openIdConnectUrl: 'OpenID Connect',
}

const schemeId = (name: string) => `security.${name}`

/** Which ways are accepted, in words; `undefined` where the document does not say. */
export function sayRequirements(value: unknown, { linkTo }: PageWriter): Html | undefined {
  if (!Array.isArray(value)) return undefined
  if (value.length === 0) return html`none`
  const ways = value.map((way: Record<string, string[]>) => {
    const parts = Object.entries(way).map(([name, scopes]) => {
      const link = linkTo('', html`<code>${name}</code>`, schemeId(name))
      return scopes.length === 0 ? link : html`${link} with ${joinHtml(scopes.map(codeOf), ', ')}`
    })
    return parts.length === 0 ? html`none` : listHtml(parts)
  })
  return listHtml(ways, 'or')
}
