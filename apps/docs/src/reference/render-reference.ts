import { DocsError } from '../errors.ts'
import type { Page } from '../page.ts'
import { Bundle, type BundleNode, type Json } from './bundle-node.ts'
import {
  block,
  codeOf,
  factList,
  fieldList,
  heading,
  html,
  joinBlocks,
  paragraph,
  prose,
  renderLine,
  toPlainLine,
  toSlug,
} from './markup.ts'
import { infoFacts, readDocs, readMarks, readWords, renderServers } from './object-parts.ts'
import { createWriter, type PageWriter } from './page-writer.ts'
import { readAsyncApi } from './read-asyncapi.ts'
import { readOpenApi } from './read-openapi.ts'
import { renderSchemas } from './schema/render-fields.ts'

/** Components that are shown where they are referred to. */
const shownInPlace = [
  ...['parameters', 'headers', 'responses', 'requestBodies', 'examples', 'pathItems', 'messages'],
]

/**
 * The pages of a bundled document, readable without scripts: an overview, one page for each operation or
 * message, one for all schemas. Their bodies are Markdown with semantic HTML in it.
 *
 * @param given `id` names the folder of the pages: `reference/<id>`, `reference/<id>/operations/…`.
 * @throws {DocsError} with the JSON Pointer of what the pages cannot show, so that nothing is left out.
 */
export function renderReference(given: { id: string; bundle: Json; isContract?: boolean }): Page[] {
  const { id, bundle: document, isContract } = given
  const isOpenApi = /^3\.1\./.test(String(document.openapi))
  if (!isOpenApi && !/^3\.0\./.test(String(document.asyncapi)))
    throw new DocsError(`${id} must be OpenAPI 3.1 or AsyncAPI 3.0.`)
  const bundle = new Bundle(document, isContract)
  const folder = `reference/${id}`
  const root = bundle.root()
  const info = root.child('info')
  if (info === undefined) throw new DocsError('#/info: missing.')
  const title = info.text('title') ?? ''
  const components = root.child('components')
  const schemas = (components?.places('schemas') ?? []).toSorted((a, b) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
  )
  const kind = (isOpenApi ? readOpenApi : readAsyncApi)(root, components)
  assertUnique(kind.entries.map(({ page }) => page))
  assertUnique(schemas.map(({ name }) => `schemas/${toSlug(name)}`))

  const pages = kind.entries.map(({ page, title, render }) => {
    const writer = createWriter(bundle, { folder, page })
    return { slug: writer.slug, title, ...render(writer) }
  })
  if (schemas.length > 0) {
    const writer = createWriter(bundle, { folder, page: 'schemas', isExpanded: false })
    pages.push({
      slug: writer.slug,
      title: `Schemas of ${title}`,
      description: `Every named schema of ${title}, field by field.`,
      body: joinBlocks(renderSchemas(schemas, writer)),
    })
  }
  const [summary, description] = [info.text('summary'), info.text('description')]
  const writer = createWriter(bundle, { folder, page: '' })
  const body = joinBlocks([
    paragraph(summary === undefined ? undefined : renderLine(summary)),
    block(factList(infoFacts(info))),
    prose(description),
    ...renderServers(root.children('servers'), {
      above: heading(2, 'Servers'),
      caption: 'Servers',
    }),
    ...kind.renderSections(root, writer),
    ...renderDeprecated(bundle),
    ...renderSchemaLinks(schemas, writer),
    ...renderConstants(root),
    paragraph(readDocs(root)),
    paragraph(readMarks(root)),
  ])
  const unused = shownInPlace
    .flatMap((group) => components?.places(group) ?? [])
    .find(({ pointer }) => !bundle.unshown.has(pointer))
  if (unused !== undefined)
    throw new DocsError(`${unused.pointer}: nothing refers to it, so no page shows it. Remove it.`)
  for (const key of ['openapi', 'asyncapi', 'jsonSchemaDialect']) root.take(key)
  bundle.assertAllShown()
  const line = toPlainLine(summary ?? description ?? title)
  return [{ slug: folder, title, description: line, body }, ...pages]
}

function assertUnique(pages: readonly string[]): void {
  const twice = pages.find((page, at) => pages.indexOf(page) !== at)
  if (twice !== undefined)
    throw new DocsError(`${twice}: two pages would have this address. Rename one.`)
}

/** Must run after all other pages: a deprecated object is only known once it is read. */
function renderDeprecated({ deprecated }: Bundle): string[] {
  const items = [...deprecated].map((pointer) => html`<li>${codeOf(pointer)}</li>`)
  const list = html`<ul>${items}</ul>`
  return [
    heading(2, 'Deprecated'),
    block(items.length === 0 ? html`<p>Nothing in this document is deprecated.</p>` : list),
  ]
}

function renderSchemaLinks(schemas: readonly { name: string }[], { linkTo }: PageWriter): string[] {
  if (schemas.length === 0) return []
  const items = schemas.map(({ name }) => html`<li>${linkTo('schemas', name, toSlug(name))}</li>`)
  return [heading(2, 'Schemas'), block(html`<ul class="ref-columns">${items}</ul>`)]
}

/** The figures and names that the document fixes under `x-constants`. */
function renderConstants(root: BundleNode): string[] {
  const constants = root
    .children('x-constants')
    .map(([name, constant]) => ({
      id: `constant.${name}`,
      name: html`<code>${name}</code>`,
      details: html`${readWords(constant)}<ul class="ref-rules"><li><span class="ref-label">Value:</span> ${codeOf(constant.take('value'))}</li></ul>`,
    }))
  if (constants.length === 0) return []
  const words = paragraph(html`Numbers and names that the document defines.`)
  return [heading(2, 'Constants'), words, block(fieldList(constants))]
}
