import { posix } from 'node:path'
import { DocsError } from '../errors.ts'
import type { Page } from '../page.ts'
import type { Bundle, BundleNode } from './bundle-node.ts'
import { block, type Fact, factList, type Html, html, table, toSlug } from './markup.ts'
import type { SchemaView } from './schema/read-schema.ts'

/** What the parts of one page share. */
export interface PageWriter extends SchemaView {
  slug: string
  /** The link to another page of the document, by its slug below `reference/<document>`. */
  linkTo: (page: string, text: Html | string, anchor?: string) => Html
  /** An id for the text, unique on the page. */
  toId: (text: string) => string
  /** What several places of the document share and this page shows already, with the link to it. */
  shown: Map<string, Html>
  /** What `renderOrigins` shows next: parts of the page, each with the statements and decisions that it comes from. */
  origins: Fact[]
  /** Examples, which are beside the text where there is room. */
  examples: string[]
}

/** @param folder `reference/<document>` */
export function createWriter(
  bundle: Bundle,
  { folder, page, isExpanded = true }: { folder: string; page: string; isExpanded?: boolean },
): PageWriter {
  const slug = page === '' ? folder : `${folder}/${page}`
  const linkTo: PageWriter['linkTo'] = (target, text, anchor) => {
    const way = posix.relative(slug, posix.join(folder, target))
    const href = `${way === '' ? '' : `${way}/`}${anchor === undefined ? '' : `#${anchor}`}`
    return html`<a href="${href}">${text}</a>`
  }
  const linkToSchema = (pointer: string) => {
    const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(pointer) ?? []
    if (name === undefined) throw new DocsError(`${pointer} must be a schema under components.`)
    return linkTo('schemas', name, toSlug(name))
  }
  return {
    ...{ bundle, slug, linkTo, toId: createIds(), linkToSchema, isExpanded },
    ...{ shown: new Map(), origins: [], examples: [] },
  }
}

/** A folded list of where each part of the page since the last call comes from. */
export function renderOrigins({ origins }: PageWriter): string {
  const facts = origins.splice(0).filter(([, value]) => value !== undefined)
  if (facts.length === 0) return ''
  return block(
    html`<details class="ref-origins"><summary>Where this comes from</summary>${factList(facts)}</details>`,
  )
}

/** The parts of a page, with its examples in the middle of a narrow page and beside the text of a wide one. */
export function placeExamples(
  { examples }: PageWriter,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): string[] {
  if (examples.length === 0) return [...before, ...after]
  return [
    '<div class="ref-page">',
    ...before,
    examplesStart,
    ...examples,
    '</section>',
    ...after,
    '</div>',
  ]
}

export const examplesStart = '<section class="ref-examples" aria-label="Examples">'

/** The same text twice gets a number. The dot keeps these ids apart from those of headings. */
function createIds(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const id = text.replaceAll('[]', '.items').replaceAll(/[^A-Za-z0-9._-]+/g, '')
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  }
}

/** An operation, a webhook or a message: it has a page of its own. */
export type Entry = {
  /** Its page, below `reference/<document>`. */
  page: string
  title: string
  render(writer: PageWriter): Omit<Page, 'slug' | 'title'>
}

/** What differs between the kinds of documents. */
export type Kind = {
  entries: readonly Entry[]
  /** The sections of the first page that lead to the entries. */
  renderSections(root: BundleNode, writer: PageWriter): string[]
}

/** A table that leads to the pages of entries; nothing without entries. */
export function renderEntries<One extends Entry>(
  entries: readonly One[],
  options: Parameters<typeof table>[0] & {
    writer: PageWriter
    sayEntry(entry: One): Parameters<typeof html>[1]
  },
): string {
  const { writer, sayEntry } = options
  const rows = entries.map(
    (one) => [writer.linkTo(one.page, one.title), html`${sayEntry(one)}`] as const,
  )
  return rows.length === 0 ? '' : table(options, rows)
}
