import type { BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html } from '../html.ts'
import { readMarks } from '../marks.ts'
import type { PageWriter } from '../page-writer.ts'
import { renderProse } from '../prose.ts'
import { addFacts, type Facts, noFacts } from '../schema/facts.ts'
import { type FieldRow, readRows, renderRows } from '../schema/render-fields.ts'

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
export function readExamples(
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
