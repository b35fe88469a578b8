import type { BundleNode } from './bundle-node.ts'
import { codeOf, type Html, html, joinHtml } from './html.ts'
import { block } from './markdown.ts'
import { readMarks } from './marks.ts'
import { renderLine, renderProse } from './prose.ts'
import { toPlainLine } from './reference-page.ts'

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
export function linkOf(url: string | undefined): Html | undefined {
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
