import type { BundleNode } from './bundle-node.ts'
import {
  block,
  codeOf,
  type Html,
  heading,
  html,
  joinHtml,
  readMarks,
  renderLine,
  renderProse,
  toSlug,
} from './markup.ts'
import { type PageWriter, toPlainLine } from './page-writer.ts'

/** What a document says of itself. */
export function readInfo(info: BundleNode): { title: string; line: string; blocks: string[] } {
  const title = info.text('title') ?? ''
  const [summary, description] = [info.text('summary'), info.text('description')]
  const facts: [string, Html | undefined][] = [
    ['Version', codeOf(info.text('version') ?? '')],
    ['License', named(info.child('license'))],
    ['Contact', named(info.child('contact'))],
    ['Terms of service', linkOf(info.text('termsOfService'))],
    ['More', readDocs(info)],
    ['Traced to', readMarks(info)],
  ]
  info.close()
  const blocks = [
    summary === undefined ? '' : block(html`<p>${renderLine(summary)}</p>`),
    block(renderList(facts)),
    description === undefined ? '' : block(renderProse(description)),
  ]
  return { title, line: toPlainLine(summary ?? description ?? title), blocks }
}

/** Terms with what they mean; those without a value are left out. */
export function renderList(facts: readonly [string, Html | undefined][]): Html {
  const items = facts
    .filter(([, value]) => value !== undefined)
    .map(
      ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
    )
  return html`<dl class="ref-facts">
${items}</dl>`
}

function named(node: BundleNode | undefined): Html | undefined {
  if (node === undefined) return undefined
  const parts = ['name', 'identifier', 'email'].flatMap((key) => node.text(key) ?? [])
  const texts = [...new Set(parts)].map((part) => html`${part}`)
  const link = linkOf(node.text('url'))
  node.close()
  return joinHtml(link === undefined ? texts : [...texts, link], ', ')
}

/** Only an address of the web is a link. */
function linkOf(url: string | undefined): Html | undefined {
  if (url === undefined) return undefined
  return /^https?:\/\//i.test(url) ? html`<a href="${url}">${url}</a>` : html`${url}`
}

export function readDocs(node: BundleNode): Html | undefined {
  const docs = node.child('externalDocs')
  if (docs === undefined) return undefined
  const words = docs.text('description')
  const link = linkOf(docs.text('url')) ?? html``
  docs.close()
  return words === undefined ? link : html`${renderLine(words)} ${link}`
}

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

/** Links to the sections of the page of schemas. */
export function renderSchemaLinks(
  schemas: readonly { name: string }[],
  { linkTo }: PageWriter,
): string[] {
  if (schemas.length === 0) return []
  const names = schemas
    .map(({ name }) => name)
    .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const items = names.map((name) => html`<li>${linkTo('schemas', name, toSlug(name))}</li>`)
  return [heading(2, 'Schemas'), block(html`<ul class="ref-columns">${items}</ul>`)]
}
