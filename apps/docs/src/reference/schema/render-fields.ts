import type { Place } from '../bundle-node.ts'
import {
  block,
  codeOf,
  fieldList,
  type Html,
  heading,
  html,
  joinHtml,
  renderProse,
  toSlug,
} from '../markup.ts'
import { type PageWriter, renderOrigins } from '../page-writer.ts'
import { type Child, type Facts, typeWords } from './facts.ts'
import { readSchema, type SchemaPlace, type SchemaView } from './read-schema.ts'

/** One line of a list of fields: a field, a parameter or a header. */
export interface FieldRow {
  name: string
  /** The path before the name, such as `submission.` before `status`. */
  parent: string
  depth: number
  isRequired: boolean
  facts: Facts
  note?: string | undefined
  /** The items of a field that is an array. */
  items?: Facts | undefined
}

/** The fields below a schema, each with its full path, directly followed by its own fields. */
export function readRows(
  place: SchemaPlace,
  { view, parent = '', depth = 0 }: { view: SchemaView; parent?: string; depth?: number },
): { facts: Facts; rows: FieldRow[] } {
  const facts = readSchema(place, view)
  const toRows = (child: Child): FieldRow[] => {
    const name = parent === '' ? child.suffix.replace(/^\./, '') : child.suffix
    const path = `${parent}${name}`
    const below = readRows(child, { view, parent: path, depth: depth + 1 })
    const { isRequired, note } = child
    const items = below.rows.find((row) => row.depth === depth + 1 && row.name === '[]')?.facts
    return [{ name, parent, depth, isRequired, note, items, facts: below.facts }, ...below.rows]
  }
  return { facts, rows: facts.children.flatMap(toRows) }
}

/** The rows as a list, each with an id that starts with `prefix`; nothing without rows. */
export function renderRows(
  rows: readonly FieldRow[],
  { prefix, writer }: { prefix: string; writer: PageWriter },
): string {
  if (rows.length === 0) return ''
  const fields = rows.map(({ name, parent, depth, isRequired, note, facts, items }) => {
    const path = html`${parent && html`<span class="ref-parent">${parent}</span>`}${name}`
    const type = html`${typeWords(facts)}${items && html` of ${typeWords(items)}`}`
    const required = isRequired ? html` <strong class="ref-required">required</strong>` : ''
    const notes = [...facts.notes, ...(note === undefined ? [] : [note])]
    const id = writer.toId(`${prefix}.${parent}${name}`)
    addOrigins(html`<a href="#${id}"><code>${parent}${name}</code></a>`, { facts, writer })
    return {
      id,
      depth: Math.min(depth, 4),
      name: html`<code>${path}</code> <span class="ref-type">${type}</span>${required}${notes.map((one) => html` <em class="ref-note">${one}</em>`)}`,
      details: renderFacts(facts),
    }
  })
  return block(fieldList(fields))
}

export function addOrigins(
  label: Html | string,
  { facts, writer }: { facts: Facts; writer: PageWriter },
): void {
  if (facts.origins.length > 0) writer.origins.push([label, joinHtml(facts.origins, ' · ')])
}

/** Description, rules and examples of a schema, without its type and fields. */
export function renderFacts({ titles, descriptions, rules, examples, marks }: Facts): Html {
  const list = [
    ...rules,
    ...examples.map(({ label, value }) => ({ label, value: codeOf(value) })),
  ].map(({ label, value }) => html`<li><span class="ref-label">${label}:</span> ${value}</li>`)
  return html`${titles.map((title) => html`<p class="ref-title">${title}</p>`)}${descriptions.map(
    renderProse,
  )}${list.length > 0 ? html`<ul class="ref-rules">${list}</ul>` : ''}${marks.map((mark) => html`<p>${mark}</p>`)}`
}

/** A section for each named schema. */
export const renderSchemas = (places: readonly Place[], writer: PageWriter): string[] =>
  places.flatMap(({ name, value, pointer }) => {
    const { facts, rows } = readRows({ value, pointer, trail: [pointer] }, { view: writer })
    addOrigins(html`<code>${name}</code>`, { facts, writer })
    const title = facts.titles.map((one) => html` Title: ${one}.`)
    return [
      heading(2, name),
      block(html`<div class="ref-schema">
<p class="ref-kind">Type: <span class="ref-type">${typeWords(facts)}</span>.${title}</p>
${renderFacts({ ...facts, titles: [] })}
</div>`),
      renderRows(rows, { prefix: toSlug(name), writer }),
      renderOrigins(writer),
    ]
  })
