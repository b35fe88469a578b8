import { codeOf, type Html, html, renderProse } from '../markup.ts'
import { type Child, type Facts, typeWords } from './facts.ts'
import { readFacts, type SchemaPlace, type SchemaView } from './read-facts.ts'

/** One line of a list of fields: a field, a parameter or a header. */
export interface FieldRow {
  name: string
  /** What stands before the name, as `submission.` before `status`. */
  parent: string
  depth: number
  isRequired: boolean
  facts: Facts
  note?: string | undefined
  /** What the items are, where the field is an array. */
  items?: Facts | undefined
}

/** The fields below a schema, each with its whole path, its own fields right behind it. */
export function readRows(
  place: SchemaPlace,
  { view, parent = '', depth = 0 }: { view: SchemaView; parent?: string; depth?: number },
): { facts: Facts; rows: FieldRow[] } {
  const facts = readFacts(place, view)
  const rows = facts.children.flatMap((child) => readChild(child, { view, parent, depth }))
  return { facts, rows }
}

function readChild(
  child: Child,
  { view, parent, depth }: { view: SchemaView; parent: string; depth: number },
): FieldRow[] {
  const name = parent === '' ? child.suffix.replace(/^\./, '') : child.suffix
  const path = `${parent}${name}`
  const below = readRows(child, { view, parent: path, depth: depth + 1 })
  const { isRequired, note } = child
  const items = below.rows.find((row) => row.depth === depth + 1 && row.name === '[]')?.facts
  return [{ name, parent, depth, isRequired, note, items, facts: below.facts }, ...below.rows]
}

/**
 * The ids of one page: the same text twice gets a number. A dot keeps them apart from those of headings,
 * which have none.
 */
export function createIds(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const id = text.replaceAll('[]', '.items').replaceAll(/[^A-Za-z0-9._-]+/g, '')
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  }
}

/** The rows as a list of terms, each with an id that starts with `prefix`. */
export function renderRows(
  rows: readonly FieldRow[],
  { prefix, toId }: { prefix: string; toId: (text: string) => string },
): Html {
  const items = rows.map((row) => {
    const id = toId(`${prefix}.${row.parent}${row.name}`)
    const parent = row.parent === '' ? '' : html`<span class="ref-parent">${row.parent}</span>`
    const depth = Math.min(row.depth, 4)
    return html`<div class="ref-field ref-depth-${depth}" id="${id}">
<dt><code>${parent}${row.name}</code> <span class="ref-type">${typeWords(row.facts)}${row.items && html` of ${typeWords(row.items)}`}</span>${renderNotes(row)}</dt>
<dd>${renderFacts(row.facts)}</dd>
</div>
`
  })
  return html`<dl class="ref-fields">
${items}</dl>`
}

function renderNotes({ isRequired, note, facts }: FieldRow): Html {
  const required = isRequired ? html` <strong class="ref-required">required</strong>` : ''
  const notes = [...facts.notes, ...(note === undefined ? [] : [note])]
  return html`${required}${notes.map((one) => html` <em class="ref-note">${one}</em>`)}`
}

/** Description, rules and examples of a schema, its type and fields apart. */
export function renderFacts(facts: Facts): Html {
  const rules = facts.rules.map(
    ({ label, value }) => html`<li><span class="ref-label">${label}:</span> ${value}</li>`,
  )
  const examples = facts.examples.map(
    ({ label, value }) => html`<li><span class="ref-label">${label}:</span> ${codeOf(value)}</li>`,
  )
  const list = [...rules, ...examples]
  const titles = facts.titles.map((title) => html`<p class="ref-title">${title}</p>`)
  return html`${titles}${facts.descriptions.map(renderProse)}${
    list.length === 0 ? '' : html`<ul class="ref-rules">${list}</ul>`
  }${facts.marks.map((mark) => html`<p>${mark}</p>`)}`
}
