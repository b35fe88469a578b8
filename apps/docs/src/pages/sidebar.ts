import type { BundledDocument } from '../documents.ts'
import { DocsError } from '../errors.ts'
import { addressOf, type Page } from '../page.ts'

/** The parts of the site in reading order. A page is in the first whose pattern its address fits. */
const sections = [
  { label: 'Start', pattern: /^($|quickstart\/)/ },
  { label: 'Guides', pattern: /^guides\// },
  { label: 'Reference', pattern: /^reference\/(?!operator(\/|$))/ },
  { label: 'Decisions', pattern: /^decisions(\/|$)/ },
  { label: 'Project', pattern: /^(traceability|open-points|changelog)$/ },
  { label: 'Operator surface (reference only)', pattern: /^(reference\/)?operator(\/|$)/ },
]

/**
 * Every page in its section, in the order given; a section without pages is left out.
 *
 * @throws {DocsError} for a page that is in none.
 */
export function sectionsOf(pages: Page[]): { label: string; pages: Page[] }[] {
  const sectionOf = ({ slug }: Page) => sections.find(({ pattern }) => pattern.test(slug))
  const stray = pages.find((page) => sectionOf(page) === undefined)
  if (stray) throw new DocsError(`${stray.slug} is in no section: add it in src/pages/sections.ts.`)
  return sections
    .map((section) => ({
      label: section.label,
      pages: pages.filter((page) => sectionOf(page) === section),
    }))
    .filter((section) => section.pages.length > 0)
}

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
