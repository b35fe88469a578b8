import { DocsError } from '../errors.ts'
import { type Bundle, BundleNode } from './bundle-node.ts'
import { block, heading, html, joinBlocks, toSlug } from './markup.ts'
import { createWriter, type PageWriter, type ReferencePage } from './page-writer.ts'
import { typeWords } from './schema/facts.ts'
import { readRows, renderFacts, renderRows } from './schema/render-fields.ts'

type Place = ReturnType<BundleNode['places']>[number]

/** The page with a section for each named schema, in the order of their names; none without schemas. */
export function renderSchemasPage(
  places: readonly Place[],
  { bundle, folder }: { bundle: Bundle; folder: string },
): ReferencePage[] {
  if (places.length === 0) return []
  const sorted = places.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const slugs = sorted.map(({ name }) => toSlug(name))
  const twice = slugs.find((slug, at) => slugs.indexOf(slug) !== at)
  if (twice !== undefined) throw new DocsError(`#/components/schemas: two are named ${twice}.`)
  const writer = createWriter(bundle, { folder, page: 'schemas', isExpanded: false })
  const title = new BundleNode(bundle, bundle.document.info, '#/info').text('title') ?? ''
  const body = joinBlocks(sorted.flatMap((place) => renderSchema(place, writer)))
  const description = `Every named schema of ${title}, field by field.`
  return [{ slug: writer.slug, title: `Schemas of ${title}`, description, body }]
}

function renderSchema({ name, value, pointer }: Place, { view, toId }: PageWriter): string[] {
  const { facts, rows } = readRows({ value, pointer, trail: [pointer] }, { view })
  const { titles, ...words } = facts
  const title = titles.map((one) => html` Title: ${one}.`)
  return [
    heading(2, name),
    block(html`<div class="ref-schema">
<p class="ref-kind">Type: <span class="ref-type">${typeWords(facts)}</span>.${title}</p>
${renderFacts({ ...words, titles: [] })}
</div>`),
    rows.length === 0 ? '' : block(renderRows(rows, { prefix: toSlug(name), toId })),
  ]
}
