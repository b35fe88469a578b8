import { DocsError } from '../errors.ts'
import type { Page } from '../page.ts'

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
