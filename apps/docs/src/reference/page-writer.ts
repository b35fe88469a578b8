import { posix } from 'node:path'
import { DocsError } from '../errors.ts'
import type { Bundle } from './bundle-node.ts'
import { type Html, html } from './html.ts'
import { toSlug } from './markdown.ts'
import type { SchemaView } from './schema/read-facts.ts'
import { createIds } from './schema/render-fields.ts'

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
