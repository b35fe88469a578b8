import type { BundleNode } from '../bundle-node.ts'
import { block, codeBlock, codeOf, type Html, html, readMarks, renderProse } from '../markup.ts'
import type { PageWriter } from '../page-writer.ts'
import { addFacts, type Facts, noFacts, typeWords } from '../schema/facts.ts'
import { type FieldRow, readRows, renderFacts, renderRows } from '../schema/render-fields.ts'

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

/** Parameters of an operation as a list, with where each is sent. */
export function renderParameters(parameters: readonly BundleNode[], writer: PageWriter): Html {
  const rows = parameters.flatMap((parameter) => {
    const name = parameter.text('name') ?? ''
    return readValue(parameter, { name, note: `in ${parameter.text('in')}`, writer })
  })
  return renderRows(rows, { prefix: 'parameter', toId: writer.toId })
}

/** Headers of a response as a list. */
export function renderHeaders(
  headers: readonly [string, BundleNode][],
  { prefix, writer }: { prefix: string; writer: PageWriter },
): Html {
  const rows = headers.flatMap(([name, header]) => readValue(header, { name, writer }))
  return renderRows(rows, { prefix, toId: writer.toId })
}

function readValue(
  node: BundleNode,
  { name, note, writer }: { name: string; note?: string; writer: PageWriter },
): FieldRow[] {
  const isRequired = node.flag('required')
  const facts = readOwn(node)
  const place = { value: node.take('schema') ?? true, pointer: `${node.pointer}/schema` }
  const hasWords = facts.descriptions.length > 0
  const below = readRows(
    { ...place, trail: [], hasWords },
    { view: writer.view, parent: name, depth: 1 },
  )
  addFacts(facts, below.facts)
  const marks = readMarks(node)
  if (marks !== undefined) facts.marks.unshift(marks)
  for (const { value, line } of readExamples(node)) {
    facts.examples.push({ label: line === '' ? 'Example' : `Example, ${line}`, value })
  }
  node.close()
  return [{ ...{ name, parent: '', depth: 0, isRequired, note, facts } }, ...below.rows]
}

const styleWords = {
  style: 'Style',
  explode: 'Exploded',
  allowReserved: 'Reserved characters allowed',
  allowEmptyValue: 'Empty value allowed',
}

function readOwn(node: BundleNode): Facts {
  const facts = noFacts()
  facts.descriptions = [node.text('description') ?? []].flat()
  if (node.flag('deprecated')) facts.notes.push('deprecated')
  for (const [key, label] of Object.entries(styleWords)) {
    if (!node.has(key)) continue
    const value = codeOf(node.take(key))
    facts.rules.push({ label, value, clause: value })
  }
  return facts
}

/** Examples that stand under `example` and `examples` of a parameter, header or content. */
function readExamples(
  node: BundleNode,
): { name?: string; line: string; words?: Html; value: unknown }[] {
  const single = node.has('example') ? [{ line: '', value: node.take('example') }] : []
  const named = node.children('examples').map(([name, example]) => {
    const line = example.text('summary') ?? ''
    const words = example.text('description')
    const mark = readMarks(example)
    const value = example.take('value')
    example.close()
    const more = html`${words === undefined ? '' : renderProse(words)}${mark}`
    return { name, line, value, ...(more.text === '' ? {} : { words: more }) }
  })
  return [...single, ...named]
}
