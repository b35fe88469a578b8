import type { BundledDocument } from '../documents.ts'
import { DocsError } from '../errors.ts'
import { addressOf, type Page } from '../page.ts'

const operator = /^(reference\/)?operator(\/|$)/

/** The parts of the site in reading order. A page is in the first whose pattern its address fits. */
const sections = [
  { label: 'Start', pattern: /^($|quickstart\/)/ },
  { label: 'Guides', pattern: /^guides\// },
  { label: 'Frameworks', pattern: /^frameworks(\/|$)/ },
  { label: 'Reference', pattern: /^reference\/(?!operator(\/|$)|v\d)/ },
  { label: 'Decisions', pattern: /^decisions(\/|$)/ },
  { label: 'Project', pattern: /^(traceability|open-points|performance|changelog)$/ },
  { label: 'Released versions', pattern: /^reference\/v\d/ },
  { label: 'Operator surface (reference only)', pattern: operator },
]

/**
 * Every page in its section, in the order given; a section without pages is left out.
 *
 * @throws {DocsError} for a page that is in none.
 */
export function sectionsOf(pages: Page[]): { label: string; pages: Page[] }[] {
  const sectionOf = ({ slug }: Page) => sections.find(({ pattern }) => pattern.test(slug))
  const stray = pages.find((page) => sectionOf(page) === undefined)
  if (stray) throw new DocsError(`${stray.slug} is in no section: add it in src/pages/sidebar.ts.`)
  return sections
    .map((section) => ({
      label: section.label,
      pages: pages.filter((page) => sectionOf(page) === section),
    }))
    .filter((section) => section.pages.length > 0)
}

/** Whether a section is about the operator surface, which is not part of the contract. */
export const isOperatorSection = ({ label }: { label: string }) => label.startsWith('Operator')

/** The weight of a page in the search: guides come first, then references, then decisions and the project. */
export function weightOf({ slug }: Page): number {
  if (/^(quickstart|guides|frameworks)(\/|$)/.test(slug)) return 10
  return /^(decisions(\/|$)|traceability|open-points|performance|changelog)/.test(slug) ? 0.1 : 1
}

/** Whether a page is about the operator surface: the search leaves it out. */
export const isOperator = ({ slug }: Page) => operator.test(slug)

/** Whether a section is about the contract as it is now. */
export const isCurrentSection = (section: { label: string }) =>
  !isOperatorSection(section) && section.label !== 'Released versions'

type Link = {
  label: string
  link: string
  badge?: { text: string; class: string }
  attrs?: { 'data-file': string }
}
type Group = { label: string; collapsed: boolean; items: (Link | Group)[] }

/** The sidebar of every page: the sections, and below the reference one group per document. */
export function toSidebar(pages: Page[], documents: BundledDocument[]): Group[] {
  return sectionsOf(pages).map(({ label, pages: own }) => {
    const isOperator = isOperatorSection({ label })
    if (label === 'Released versions')
      return { label, collapsed: true, items: toReleaseGroups(own, documents) }
    if (label !== 'Reference') {
      const files = isOperator ? documents.filter(({ isContract }) => !isContract) : []
      const items = [...own.map(toLink), ...files.flatMap(toFileLinks)]
      const isFolded = ['Frameworks', 'Decisions'].includes(label)
      return { label, collapsed: isOperator || isFolded, items }
    }
    const items = documents
      .filter(({ isContract }) => isContract)
      .map((document) => {
        const isOfDocument = ({ slug }: Page) => `${slug}/`.startsWith(`reference/${document.id}/`)
        const links = own.filter(isOfDocument).map(toLink)
        return {
          label: document.title,
          collapsed: false,
          items: [...links, ...toFileLinks(document)],
        }
      })
    return { label, collapsed: false, items }
  })
}

/** A group for each version, and below it one for each of its documents. */
const toReleaseGroups = (pages: Page[], documents: BundledDocument[]): Group[] => {
  const placeOf = ({ slug }: Page) => /^reference\/v([^/]+)\/(\w+)/.exec(slug) ?? []
  const byVersion = Map.groupBy(pages, (page) => placeOf(page)[1])
  return [...byVersion].map(([version, ofVersion]) => ({
    label: `specs ${version}`,
    collapsed: true,
    items: documents.flatMap(({ id, title }) => {
      const own = ofVersion.filter((page) => placeOf(page)[2] === id)
      return own.length === 0 ? [] : [{ label: title, collapsed: true, items: own.map(toLink) }]
    }),
  }))
}

function toLink(page: Page): Link {
  const link = { label: toLabel(page), link: addressOf(page) }
  if (page.method === undefined) return link
  const { method } = page
  return { ...link, badge: { text: method, class: `method method-${method.toLowerCase()}` } }
}

/** Pages of a group do not repeat its name. */
function toLabel({ slug, title }: Page): string {
  if (/^(reference\/(v[^/]+\/)?\w+)?$/.test(slug)) return 'Overview'
  if (/^reference\/(v[^/]+\/)?\w+\/schemas$/.test(slug)) return 'Schemas'
  return title.replace(/ \(specs [^)]+\)$/, '')
}

/** `site/src/route-data.ts` makes `data-file` the address. */
const toFileLinks = ({ id }: BundledDocument): Link[] =>
  [
    ['Redoc page', `/reference/${id}.html`] as const,
    ['Document as JSON', `/${id}.json`] as const,
  ].map(([label, link]) => ({ label, link, attrs: { 'data-file': link } }))
