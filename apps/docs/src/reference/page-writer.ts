import { posix } from 'node:path'
import { DocsError } from '../errors.ts'
import type { Bundle } from './bundle-node.ts'
import { type Html, html, toSlug } from './markup.ts'
import type { SchemaView } from './schema/read-facts.ts'
import { createIds } from './schema/render-fields.ts'

/** A page of a reference, as Markdown with semantic HTML in it. */
export interface ReferencePage {
  /** Where it stands: `reference/<document>/…`, with no slash at the end. */
  slug: string
  title: string
  /** One line of plain text. */
  description: string
  body: string
}

/** The first paragraph of a description as plain text of one line. */
export function toPlainLine(markdown: string): string {
  const [first = ''] = markdown.trim().split(/\n\s*\n/)
  return first
    .replaceAll(/[`*]|\[(?=[^\]]*\]\()/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
}

/** What the parts of one page share. */
export interface PageWriter {
  bundle: Bundle
  slug: string
  /** The link to another page of the document, by its slug below `reference/<document>`. */
  linkTo: (page: string, text: Html | string, anchor?: string) => Html
  toId: (text: string) => string
  view: SchemaView
  /** Named schemas whose fields this page has already, with the link to them. */
  shown: Map<string, Html>
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
  const view: SchemaView = {
    ...{ bundle, isExpanded },
    linkTo: (pointer) => {
      const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(pointer) ?? []
      if (name === undefined) throw new DocsError(`${pointer}: expected a schema of components.`)
      return linkTo('schemas', name, toSlug(name))
    },
  }
  return { bundle, slug, linkTo, toId: createIds(), view, shown: new Map() }
}
