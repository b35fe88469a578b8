import { html } from './html.ts'
import { block, heading, toSlug } from './markdown.ts'
import type { PageWriter } from './page-writer.ts'

/** Links to the sections of the page of schemas. */
export function renderSchemaLinks(
  schemas: readonly { name: string }[],
  { linkTo }: PageWriter,
): string[] {
  if (schemas.length === 0) return []
  const names = schemas
    .map(({ name }) => name)
    .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const items = names.map((name) => html`<li>${linkTo('schemas', name, toSlug(name))}</li>`)
  return [heading(2, 'Schemas'), block(html`<ul class="ref-columns">${items}</ul>`)]
}
