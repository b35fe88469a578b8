import type { BundleNode } from './bundle-node.ts'
import { block, codeBlock, codeOf, Html, html, joinBlocks, paragraph } from './markup.ts'
import { readMarks, readOrigin, readWords } from './object-parts.ts'
import type { PageWriter } from './page-writer.ts'
import { type Facts, joinFacts, noFacts, toRule, typeWords } from './schema/facts.ts'
import {
  addOrigins,
  type FieldRow,
  readRows,
  renderFacts,
  renderRows,
} from './schema/render-fields.ts'

type BodyOptions = { prefix: string; label: Html; writer: PageWriter }

/** A schema with its fields; those of a named one once on a page, and after that a link to them. */
export function renderBody(
  { value, pointer }: { value: unknown; pointer: string },
  { prefix, label, writer }: BodyOptions,
): string[] {
  const { shown, toId } = writer
  const { facts, rows } = readRows({ value, pointer, trail: [] }, { view: writer })
  const name = (value as { $ref?: string }).$ref
  const before = name === undefined ? undefined : shown.get(name)
  const head = html`<p class="ref-kind">${label}: <span class="ref-type">${typeWords(facts)}</span></p>`
  if (before !== undefined) {
    const link = html`<p>The fields are those of ${before}.</p>`
    return [block(html`<div class="ref-schema">${head}${link}</div>`)]
  }
  const id = toId(`${prefix}.schema`)
  addOrigins(label, { facts, writer })
  if (name !== undefined) shown.set(name, html`<a href="#${id}">${label}</a>`)
  return [
    block(html`<div class="ref-schema" id="${id}">${head}${renderFacts(facts)}</div>`),
    renderRows(rows, { prefix, writer }),
  ]
}

/** The bodies of a request or response: media type, schema, fields. Their examples go to the writer. */
export function renderContent(
  node: BundleNode,
  { prefix, label, writer }: Omit<BodyOptions, 'label'> & { label: string },
): string[] {
  return node.children('content').flatMap(([type, media]) => {
    const place = { value: media.take('schema') ?? true, pointer: media.pointerOf('schema') }
    const name = html`${label}, ${codeOf(type)}`
    const body = renderBody(place, { prefix, label: name, writer })
    addExamples(media, { labels: { value: label }, writer })
    writer.origins.push([name, readOrigin(media)])
    return [...body, paragraph(readMarks(media))]
  })
}

/** Adds the examples of a body or message to the page; `labels` names each part that an example may have. */
export function addExamples(
  node: BundleNode,
  { labels, writer: { examples } }: { labels: Record<string, string>; writer: PageWriter },
): void {
  const isFirst = examples.length === 0
  for (const [at, { name, line, words, parts }] of readExamples(node).entries())
    for (const [part, value] of Object.entries(parts)) {
      // Only the first example of the page is open.
      const start = new Html(`<details${isFirst && at === 0 ? ' open' : ''}>`)
      const label = html`${labels[part]}, example${name && html` ${codeOf(name)}`}${line && `: ${line}`}`
      examples.push(
        joinBlocks([
          block(html`${start}<summary>${label}</summary>`),
          words.text === '' ? '' : block(html`<div class="ref-schema">${words}</div>`),
          codeBlock(value),
          '</details>',
        ]).trim(),
      )
    }
}

type Example = { name: string; line: string; words: Html; parts: Record<string, unknown> }

/** What is in `example` and `examples`: in OpenAPI by name, in AsyncAPI a list. */
function readExamples(node: BundleNode): Example[] {
  const single = { name: '', line: '', words: html``, parts: { value: node.take('example') } }
  const named = node
    .children('examples')
    .map(([key, example]) => ({
      name: example.text('name') ?? (/^\d+$/.test(key) ? `${Number(key) + 1}` : key),
      line: example.text('summary') ?? '',
      words: readWords(example),
      parts: Object.fromEntries(
        ['value', 'headers', 'payload']
          .filter(example.has)
          .map((part) => [part, example.take(part)]),
      ),
    }))
  return single.parts.value === undefined ? named : [single, ...named]
}

/** Parameters or headers as a list; a parameter names itself. */
export function renderValues(
  values: readonly [name: string, node: BundleNode][],
  { prefix, writer }: Omit<BodyOptions, 'label'>,
): string {
  const rows = values.flatMap(([key, node]): FieldRow[] => {
    const name = node.text('name') ?? key
    const place = node.text('in')
    const isRequired = node.flag('required')
    const own = readOwnFacts(node)
    const schema = { value: node.take('schema') ?? true, pointer: node.pointerOf('schema') }
    const hasWords = own.descriptions.length > 0
    const below = readRows(
      { ...schema, trail: [], hasWords },
      { view: writer, parent: name, depth: 1 },
    )
    const facts = joinFacts([own, below.facts])
    const note = place && `in ${place}`
    return [{ name, parent: '', depth: 0, isRequired, note, facts }, ...below.rows]
  })
  return renderRows(rows, { prefix, writer })
}

const styleWords = {
  style: 'Style',
  explode: 'Exploded',
  allowReserved: 'Reserved characters allowed',
  allowEmptyValue: 'Empty value allowed',
}

const readOwnFacts = (node: BundleNode): Facts => ({
  ...noFacts,
  descriptions: [node.text('description') ?? []].flat(),
  notes: node.flag('deprecated') ? ['deprecated'] : [],
  rules: Object.entries(styleWords).flatMap(([key, label]) =>
    node.has(key) ? toRule(label, codeOf(node.take(key))) : [],
  ),
  examples: readExamples(node).map(({ line, parts }) => ({
    label: line === '' ? 'Example' : `Example, ${line}`,
    value: parts.value,
  })),
  origins: [readOrigin(node) ?? []].flat(),
  marks: [readMarks(node) ?? []].flat(),
})
