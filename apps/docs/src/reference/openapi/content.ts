import type { BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html } from '../html.ts'
import { block, codeBlock } from '../markdown.ts'
import { readMarks } from '../marks.ts'
import type { PageWriter } from '../page-writer.ts'
import { readRows, renderFacts, renderRows } from '../schema/render-fields.ts'
import { typeWords } from '../schema/type-words.ts'
import { readExamples } from './rows.ts'

/** The bodies of a request or response: media type, schema, fields, examples. */
export function renderContent(
  node: BundleNode,
  { prefix, label, writer }: { prefix: string; label: string; writer: PageWriter },
): string[] {
  return node.children('content').flatMap(([type, media]) => {
    const examples = readExamples(media).flatMap(({ name, line, words, value }) => [
      block(
        html`<p class="ref-example">${label}, example${name === undefined ? '' : html` ${codeOf(name)}`}${line === '' ? '' : `: ${line}`}</p>`,
      ),
      words === undefined ? '' : block(html`<div class="ref-schema">${words}</div>`),
      codeBlock(value),
    ])
    const mark = readMarks(media)
    const place = { value: media.take('schema') ?? true, pointer: `${media.pointer}/schema` }
    media.close()
    return [
      ...renderBody({ ...place, prefix, label: html`${label}, ${codeOf(type)}`, writer }),
      mark === undefined ? '' : block(html`<p>${mark}</p>`),
      ...examples,
    ]
  })
}

interface BodyOptions {
  value: unknown
  pointer: string
  prefix: string
  label: Html
  writer: PageWriter
}

/** A schema with its fields; those of a named one once on a page, and after that a link to them. */
export function renderBody({ value, pointer, prefix, label, writer }: BodyOptions): string[] {
  const { view, shown, toId } = writer
  const { facts, rows } = readRows({ value, pointer, trail: [] }, { view })
  const name = (value as { $ref?: string }).$ref
  const before = name === undefined ? undefined : shown.get(name)
  const head = html`<p class="ref-kind">${label}: <span class="ref-type">${typeWords(facts)}</span></p>`
  if (before !== undefined) {
    const link = html`<p>The fields are those of ${before}.</p>`
    return [block(html`<div class="ref-schema">${head}${link}</div>`)]
  }
  const id = toId(`${prefix}.schema`)
  if (name !== undefined) shown.set(name, html`<a href="#${id}">${label}</a>`)
  return [
    block(html`<div class="ref-schema" id="${id}">${head}${renderFacts(facts)}</div>`),
    rows.length === 0 ? '' : block(renderRows(rows, { prefix, toId })),
  ]
}
