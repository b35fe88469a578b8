import type { BundleNode } from '../bundle-node.ts'
import {
  block,
  codeBlock,
  codeOf,
  type Html,
  heading,
  html,
  joinBlocks,
  listHtml,
  readMarks,
  renderLine,
  renderProse,
  toSlug,
} from '../markup.ts'
import { renderBody } from '../openapi/content.ts'
import { readDocs, renderList } from '../overview-parts.ts'
import { type PageWriter, type ReferencePage, toPlainLine } from '../page-writer.ts'
import { type Message, type OperationUse, readBindings, readTags } from './read-asyncapi.ts'

/** The page of one message: headers, payload field by field, examples. */
export function renderMessage(
  { pointer, title, summary }: Message,
  {
    writer,
    operations,
    contentType,
  }: { writer: PageWriter; operations: readonly OperationUse[]; contentType: string | undefined },
): ReferencePage {
  const value = writer.bundle.valueAt(pointer, pointer)
  const node = writer.bundle.resolve(value, pointer)
  node.take('title')
  node.take('summary')
  const description = node.text('description')
  const uses = operations.filter(({ messages }) => messages.includes(pointer))
  const facts: [string, Html | undefined][] = [
    ['Name', textOf(node.text('name'))],
    ['Content type', textOf(node.text('contentType') ?? contentType)],
    ['Carried by', uses.length === 0 ? undefined : listHtml(uses.map(toUse(writer)))],
    ['Tags', readTags(node)],
    ['Bindings', readBindings(node)],
    ['More', readDocs(node)],
    ['Traced to', readMarks(node)],
  ]
  const body = joinBlocks([
    summary === undefined ? '' : block(html`<p>${renderLine(summary)}</p>`),
    description === undefined ? '' : block(renderProse(description)),
    block(renderList(facts)),
    ...renderPart(node, { key: 'headers', title: 'Headers', prefix: 'header', writer }),
    ...renderPart(node, { key: 'payload', title: 'Payload', prefix: 'payload', writer }),
    ...renderExamples(node),
  ])
  node.close()
  const line = toPlainLine(summary ?? description ?? title)
  return { slug: writer.slug, title, description: line, body }
}

const textOf = (text: string | undefined) => (text === undefined ? undefined : codeOf(text))

const toUse =
  ({ linkTo }: PageWriter) =>
  ({ key, action, channel }: OperationUse) =>
    html`${linkTo('', html`<code>${key}</code>`, toSlug(key))} (${action}, channel ${linkTo('', html`<code>${channel}</code>`, toSlug(channel))})`

function renderPart(
  node: BundleNode,
  {
    key,
    title,
    prefix,
    writer,
  }: { key: string; title: string; prefix: string; writer: PageWriter },
): string[] {
  if (!node.has(key)) return []
  const place = { value: node.take(key), pointer: `${node.pointer}/${key}` }
  return [heading(2, title), ...renderBody({ ...place, prefix, label: html`${title}`, writer })]
}

function renderExamples(node: BundleNode): string[] {
  const examples = node.children('examples').flatMap(([index, example]) => {
    const name = example.text('name') ?? `Example ${Number(index) + 1}`
    const summary = example.text('summary')
    const mark = readMarks(example)
    const parts = (['headers', 'payload'] as const).flatMap((key) => {
      if (!example.has(key)) return []
      const label = block(
        html`<p class="ref-example">${key === 'headers' ? 'Headers' : 'Payload'}</p>`,
      )
      return [label, codeBlock(example.take(key))]
    })
    example.close()
    return [
      heading(3, name),
      summary === undefined ? '' : block(html`<p>${renderLine(summary)}</p>`),
      ...parts,
      mark === undefined ? '' : block(html`<p>${mark}</p>`),
    ]
  })
  return examples.length === 0 ? [] : [heading(2, 'Examples'), ...examples]
}
