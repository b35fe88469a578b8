import type { BundledDocument } from '../documents.ts'
import { addressOf, type Page } from '../page.ts'
import { sectionsOf } from './sections.ts'

type Link = { label: string; link: string; attrs?: { 'data-file': string } }
type Group = { label: string; collapsed: boolean; items: (Link | Group)[] }

/** What stands beside every page: its sections, and below the reference one group per document. */
export function toSidebar(pages: Page[], documents: BundledDocument[]): Group[] {
  const [contract, others] = [true, false].map((isContract) =>
    documents.filter((document) => document.isContract === isContract),
  )
  return sectionsOf(pages).map(({ label, pages: own }) => {
    if (label === 'Reference') {
      const items = (contract ?? []).map((document) => toGroup(document, own))
      return { label, collapsed: false, items }
    }
    const isOperator = label.startsWith('Operator')
    return {
      label,
      collapsed: isOperator || label === 'Decisions',
      items: [...own.map(toLink), ...(isOperator ? (others ?? []).flatMap(toFileLinks) : [])],
    }
  })
}

function toGroup(document: BundledDocument, pages: Page[]): Group {
  const { id, title } = document
  const own = pages.filter(({ slug }) => `${slug}/`.startsWith(`reference/${id}/`))
  return {
    label: title,
    collapsed: false,
    items: [...own.map(toLink), ...toFileLinks(document)],
  }
}

const toLink = (page: Page): Link => ({ label: toLabel(page), link: addressOf(page) })

/** Pages of a group do not repeat its name. */
function toLabel({ slug, title }: Page): string {
  if (/^(reference\/\w+)?$/.test(slug)) return 'Overview'
  return /^reference\/\w+\/schemas$/.test(slug) ? 'Schemas' : title
}

const toFileLinks = ({ id }: BundledDocument): Link[] => [
  toFileLink('Redoc page', `/reference/${id}.html`),
  toFileLink('Document as JSON', `/${id}.json`),
]

/** `site/src/route-data.ts` makes `data-file` the address. */
const toFileLink = (label: string, file: string): Link => ({
  label,
  link: file,
  attrs: { 'data-file': file },
})
